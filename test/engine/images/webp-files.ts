/** WebP files of several kinds and their pixels as libwebp decodes them. */
export interface WebpFile {
  readonly title: string
  readonly width: number
  readonly height: number
  /** The file, in base64. */
  readonly file: string
  /** Deflated RGBA samples, in base64. */
  readonly pixels: string
}

export const WEBP_FILES: readonly WebpFile[] = [
  {
    title: 'lossy',
    width: 37,
    height: 21,
    file:
      'UklGRvoAAABXRUJQVlA4IO4AAACQBwCdASolABUAPrVUpU2nJKOiJWmY4BaJbACdM0czt7N+Kt0HbIN8aCXnsCctBCzLFftuhVVl' +
      '3hrLLF1iuSxSVZISKzgA/uwk4Ek8ewxzsZCo9k1wLOoxzWvB/Key3m/8PKRu9QdnGTfEvp7baaj8oWkPlYgu4zgMd8Eya9VcG6QP' +
      'UIm1Q484GAtiVRZAqNMWZ8QowJg/o7UDsOj4M+aS8Z2IqqObx1zr1U128KiAT+a0y7dF6g8/+YrkaTUCo+6oWZLZxCPFnyZsrGAK' +
      'p4/tXXGvOuEIAb+ZunMw46EScc9bbS4i0YGfy1W+AgAA',
    pixels:
      'eNpVk3lYVOUex4dlzpw558zMObMvDIwooFZaiWmbqS1SGKVI7oqZJoq4BCgaIK6l0UIq4JKpqaGVlZlpiEAELu25W15NyyUz2+5t' +
      'u/dzX6f73Ofpj8/zvu+Z837P9/f9/WafZmefqrNP8bJfSeSA1pEDahfa5Otpla+lVe1Imz3M+04HrW6ZVq+VJl2jXnKxM85Fk2Lw' +
      'ns1Loy1CvXYtb6s386aawavqQDYq2axTMlmvZfCyPYvXHP3Y5riZt41U3nXptDhk2kxxHFf9nEhI5VA4jUbVyy7Fzi6rzi7Zxy5L' +
      'mHetaTSoN9Bk70mLvQdtjuvY64jQKjTaPCr7vBotho3dFo/w5OFd2UO9EmCn0p631OvY5bmH7Z6BvOkZwVbvKNZq/VlvzxSeHuQV' +
      'Ryb1gX40BnvQEm7HB8EAbbEq75sUmq0GHwUjwpObF4SfF6xilf2sNodZa+nEy7ab2B64l4aEfuz19uCAsz0HPB4+9Ot8FDBoc7to' +
      'VILsFO/vkJLYLqfwuvU6tlh78IY7k1c8OdR5RvGyJ5cdKXm8FhzBemUgq0x38ap8l3g3nW1aRNThZa+eQJPFyR7NyV5/AntsOouF' +
      '9mIlgcVyMkvkTiyxdKVa783GxBzeThnCTn8fGv030BhKpimcSHNiErv9EbY70oT+tWyxXM9GqRvrpJ6stvSmWs5gqTWLZ5RBVKqD' +
      'eNY+gBrPEDaEHuX1SAFvJY5jZ+Jg6iN30xTpyTtaMu+5UmhyCo+yEc2pTEujTL2GMqUr5cpNzNX68pQri5pwLmtTHmFtJIcN7e5l' +
      'Q4db2ZiazqaO3Xmpnfi+73ZW6HdSo/VjudKfSnMGT5ozWWTNZoF9GHP0kZS5RlHuG8Y8/wgW+fN4PmE669NmUOsbxSr/g2xLHcA2' +
      '9y3sNtJptl8nZjeVfdZEZok+zdJ6Cm5jtnYnFaLvT7hH8mxoEsuSplLTbhI1yWOpScmhtmMWKzo9QHVyNlX+IVQaI3nanssSLZcK' +
      'aTil0gihMYZZxjiKPROY7htPfngM+UmPMDVhCiXhGcwRVPgLmB8YTVV4qOhHNtsCmTR47hQzeyv1McmUWnsL+lIq30OZfD/z1GEs' +
      '1vOo8pVQE5xDbWgetQml1CZNY2W7fFYlTxbnKVQ5i6nUZrBYK2aBWshsaTLFUj5F2mQKndOY6p3KhFABIzrkMbhjPiNSSshtV86E' +
      'pHlM6zCXwg4zKQ6Pp8w7lCXGA6ywZbDB2outcndKtaGUq6JG6yjKpDHMteSxSH6Mpe75rPQ9JfrzBKs8T7IyVEFtYhnVSWUsD5bz' +
      'rD6fxeo85tvmiP6XUWgposBaSL69kAlGEeM9hYwMTiU7bRoPdC5kYKdSclLnMTgyl7wulUzsuoCx4QIKk/KpCI7nac9Iao0ctgaH' +
      'MdNZTolRzmz7HDFP5VRY5rBAqqDCNIsnTSWskubzom0hK/wLRdbzqRSaS4S/J40y5iizKbIWM0UpIl+dwXiRWa5ezEijmOHuGQzy' +
      'F3FPIJ/72j1GH38+GeHpZEVmkpNWyuC0EoaEp1KUXMJj9jyKzSIP6WGW2SYy2VhKgb6UYn05pXo1CwSVgiqjRmS0jA3253nJ8RxL' +
      '/c+wOFzJvKSnKE9YSLlRITKeyyzH05Q4l1Hsfl7Mz3OMEfmNdM5lmHsOOb4yRqRVkhkoI7fLcwxImsvglEVkeGaS4S1mdLt5jHOW' +
      'iNkrY6Y+i+lxUyiXihilVTNarWasUk2eZRmLE1/nmYTXqAq9QrVvE2uMddQ4VrLIU01pQg2zItUUhaooNJYw3fwsU0zrKDDVMcm0' +
      'nvGmlaK+NeS5qxl/1V/gOYZ7lzMhpY5so4qHI2u5V3qCod6aKPfHz2egqYixlsd5VC5nTMxMpop5yFLX8KD8AgPiVzLUvIYi35vM' +
      'dr9JufsNFhpbqVQ2s8S2mcd9dRQl1VGQXMfE0Hry9JWiZ5sojmtiZsw+kX0z09UdwtMWJrrX8mhgBY8EahhiW8EAi/DgeJFByioG' +
      'yrX0j10aZYilOqqTp1Qx1ajl8fBGHnOvpo+6mTssm7jTvIks+VVGO3Ywzv4OE7V3KJDeYmbcNkrkHUzx7mZiZA+F6R8zPLSD4Y6t' +
      '5DnEs9hmJptayTPvZry8jUf0Oka71zDKvzyaUY6ximy78KOtYaD6QpQByuooD1lWk+/YIrJ5hQJ5c5Sr+3RlO92t2+lle5e7tHru' +
      'VxsYZG1kqLWJkXENoh8NTBDfzXXtZ3jiJzzU/lOyAnt50HiPEfoH5Jo/4OH4/Yy2tDBMrWeQfRsDjDqy3Ovo71pLpv4y/e1b/kLb' +
      'HCVTqYuSJW9hrF4v/hsNPKrsJs+6m0lKA53E/ka9hW5aM+lSA72kFu6WWrkvrpUsUwsPmZoFwoP2CXc7P+FW42P6eD7nfu9RsuyH' +
      'yLYeJls5yAPKp9yrfURf2z562Vu4zdH4P5rFuZm+9ib62Bqj9Nb2ROmj7uEOaTeZtlaR6adMSDjGOMcndDYOco1+kI7SfjrHtHFj' +
      'zH56xO7nZrHeIrz0Mu2nt+lDeimHuc19koDwme45zV2hS9xuO83d9rP0s50lw3ZK7E/R3XyI6+VDXKMdpbP9CF30I9ygHyXdOEK6' +
      '4zDp4lvd7J//n37JF+gbOkNv53HuUD4T/g7TJfAD1zov0sl8ki7xx+mhnSRNeAib2kiWPiZZ/oxky0HaS4dJko7hUb7ELZ8iFH+W' +
      'pJhvSIm5SA/lR3pbLtLTdJxugi7SGSLat7jU8yR7L+NXThG0niLFc4nOvu8JifvumGPRNWA+RbJ2jq6+K9zovUR33zmCQivRfJ5O' +
      'lguk2y7RVTlNh/hDBOI+wmX5GJf9sOAoIesX+OV/4FC/RlPO4zZfwhd3RXj7mVTpF7rFfiv8nKKHdJ6I6Qx26Tuc3t9x6T+hq5dw' +
      'CryOH+gQ/JOw6xeCxk8kuX7DbfkBl/kKLukSIdv3JDkv0d4pfjefI8H0JUmmY3SSviDNekzU9Tm2+AM4HX95Cson8FlO/t2T+fu/' +
      'NGMviLtnSI09S2LMaSL6FXTfP4mxfYcsfys8XY5iky6gxp3DqVzGbRM+rD/ilP4l+C26usw/R/3ZYr5CF/WFhVb7+FO0Nx8n1fYF' +
      'QZGPFNuGw3YQQz1MwHIcr/nLv3nyxl8WupeRxX276SQhy3nCwoeuXSRO1Cv5fsIUcw5d+TlKvOkCirgTcv6b5ABiBUP6A0f8f3CY' +
      '/8Qe/xu2uF+R478Sz74ieHUGZFGj9QQRxwn8Yibd7iPYtM+E3kH85qN44k8IzZNYYk9jM32NQ6CIWuSr55izqGK+5LhvMCvniHVd' +
      'xOy9Qrz5OwzlDyTTFdHPX6P4dKJc3evyf0RuRLHLiPd+57+IPSPW',
  },
  {
    title: 'lossy with the simple loop filter',
    width: 37,
    height: 21,
    file:
      'UklGRoYAAABXRUJQVlA4IHoAAAAyBACdASolABUAPzmUxFoxq6k2pWme1icJbACsM4BGd+UBjcz4Me/lUXAA/uhrFsgRdZxyZDXK' +
      't+LZKgRGqhkqE9lrYXYHv5s/ishdJqHOh3iLhxS+xfVVeI5n3oJnDRSQk4Ty8GnN5r3wRM2NgD7ypOfWLPRwE2AAAA==',
    pixels:
      'eNql03lUVPcVB/AqzLw3b39v3puZN8wwbGJiW5doXGJc0mhNXEmqghhKQIHUgOEMMCyWTUQEBI0iEFzqhsYNUSAacWuMYpZqEm3S' +
      '1pNFTK2ox6pJN5vTb9/8SOYcz5n2H//4nHN/v3vf73fffeedGmDDqe+dMTnxHhuBD4Vo4gM+Cuct4ThHu4P6LW3HWxYG7TSNdrOC' +
      'QyY3Ok1D0RUyHl0Dp6IjdLqRm4k2bjrahElol59Eh2MIOsMi0em247iu4YJkx6esjsucjo9YOz6gregOcQWcNEfgXS4WPeLjxDnh' +
      'MZxhY/AOEx3UccaNQ4yE/RYB+ykHDpijcdA8Cu0m4/6Q59FmisN+5kXsFWZjrzgF+6zj0aYPR7trMNrD3TgSZkeP1Y6LYr/f8RrO' +
      'MzIOmWMDuixDcEwcjpPKSOKE/ATeFobiKPfToDr4wdjNO7GdMzBR2GEZhlbLROymZ2C3eR5a6UQjl4StUiK2KnHYZpuK1rCnscsz' +
      'ArsiHkdbuAcnHRrOaTJ6VIMs4izPopUaGfAmOwZt8gQcVicT7dZJOKhMJHvB7JFHY6M4GI3CIDRyw9DEPoU32BlosSSghU5FM5Nh' +
      '5JagQclAg5qEDfYX0Rw+DS2RE9ESPQrbI4cYM3PhmK7ihF3FKUXGKZZHAzU5oJl9Fluk57FNnUVs12Zjp20OWu1xQW3WnkOd0VeV' +
      'OBJV/ASs4p5DDZeAWiYdtZZsVLN5Ri4fldZcVGpLsNKRjFXuuaiOnIHq6GewNnIMtnp+jL2uaLQ7ovGWEoFu2oVVllkBq7k4vK7M' +
      'xwZbItFoX4gW5y+x0fVyUOv1eCxXp6BInowicTqWCfNQwqehlMtBKVOMEm65kVuBAq0cBfZ8FDoz8WtPCoqjElAcMxuVMdPQEDER' +
      'v3GPw259nPEPjMHbxvcqYxcErBCSUK2mos6eTtTrGVjnWoL17sygasMWoUiLg1eZCa80HzlSCnyiF/lCKfK5auQJ9fBa1yLbVo9s' +
      'RwW8rkLkRmYhL2Yx8mITUTwo3piZMQNXPLba4nFAiscJJgEl7CsBy4VMVKle1DryiNW6D3XOfNSHFQZVpWejwJpi9JKEHDENObxx' +
      'H1cAnzEfH1ODpVwdFsl1SFKrkKSVIlkvwuKIXKTHLEX6oHQsjU5HSdgrqLUb72jNxDZpKQ4LOahgiwKqhGLUqRVYa68i1thWol5b' +
      'QfaCqVFKsZzzGe+TixLGh2K6AMuoQiwzFxtK8RpThgVaGWY6iw3LMNtVgDhPAV6I9BlysdCda8w4DyWCj5yzSijEOqkE5WxVQKVY' +
      'ixp1LeodDUSdfT2qrWuwSqkPaqW0mjxXaqkkSugVWGYqR1FoGZErVCIjsg4pP1lHvDS4DnM9lZjjLCP8/b7GlaOQriAKqHLkm8tQ' +
      'yL8eUCxvQIV9I1Y6txCV+maUa2+gTG0OqkRpJM/ls2sIH1OPHKoWXnNNP34NvM4meCM3EVmuJqSpa5Ai1hAZXA2pLzTXEQWmWuSH' +
      '1uBX7MaALHELcrSd8DneJPL1PSgM24si1z7CH+fZd5Eav2xlOzKFzXiV30T4z8iwNCOdbiLSqEakmxuRZtpA+GO/DKqJyKSa4TW1' +
      'wEdtIvLpzSjitmEutSMg3tKKJHEfXlbaiDR7B7I83fDGnCb8cbqjE6naIcJf469fKOwlEvk9SGB2kXP8Fph3IjlkJ1J+tINIHbCT' +
      'WBzSSqSbduNVeh+ymAPEUrYN2Vw7ppr2B0yjDmIW34k4+SgxV+3GS64zSI7oIZLcZ5Ggn8Z820nCn/fXzRGPELOFLszkOjCdPUzM' +
      'YTown+lCInOEWGDpQrzZ2DMdJhKpTiRzx7BIOE6k8t1IMdbj6aMBE5huPCudxjTru8TPlTOYIr8T4N+bbu/BLP19wh//UPdD7c/E' +
      'U3iGP0n4Y//e/8pPFU/jBfkc5lnfI+YqPfiFsR5mORswgjuP0dKHGGu9SIyWLmA4cx5DqX7DmfcxRv4Y46yXibHKJTwlX8JY6WNi' +
      'jPgRRgsX8SR3oZ8Rj5Q/wRPWS8QI5ZOHjDKef1q9hEnq5YDJ2u/h4T4NiOA/Q7T4J8TIV4go4Qpc1B/hCPmM0E1/MNZXAtzmKxhk' +
      '+RKD6X6PWa4+JJa5hii2Dx7mJhHB3cIg6a+Ile8R0dJNRCm98Fg/JyLULxBj74WD+zxAF76AU/wSYdJVQud7oVJfQwm9RsghvRAH' +
      'XoUw4CtCGdgLPfS60dsNIpwy7qeNuy23iXD6DnTqG9iobwnd8g94xO8QKYNwS/+EJt+CKH9NSMp1qLa+R+rJv1ap63DQNwjd0gen' +
      'MQ8Xd5vQmTvG/v/r6QE06R5EY15+gtgHXrjxSD2Job2QqD9DZv7yECvfB028DRt3Bxp9H5rpG8JB/83o9QHpy88l/Buq8HeI4n2C' +
      '5+6Cpm89Uk/swK9A0b0wsdeIUKYXIfRVEnPKTUjyXSjUPeMb3yXU0PtkVmHsvwgnZ/TEfwdJ+A/BMw9AhX6L/wKKhCSE',
  },
  {
    title: 'lossy in several partitions',
    width: 37,
    height: 21,
    file:
      'UklGRi4BAABXRUJQVlA4ICIBAACQCACdASolABUAPpFCnUqlo6KhpWmYsBIJbACdMoR6D4nx0eyRg7Xp9YH4r3jvPSjFsQcX3c83' +
      'y4hyUsETf9WHxpj2NRgpSDumfSm/wAD+8sqo2BA5PGh0ju9wSf+ZOcG5D/vEMsSGNXLwM6tpP/leGs7AdSehkGs0vXQLpPyQoAsV' +
      '4UbeK3iqISEkeGRTVnYnFHXSAvq7lhEVUB1RFjx2NX+3MGPRs5t86DAd9d19fu42twfd2Mon+J4RetZglH+D6Hj+iVRBFAK361Wb' +
      'xk+ZIzMRPrdj8z67i521cvaPHxC0B7+s2RPZVJEvpbWo8sqdjoZZQWjEr0JJzBjG64tc0Riy/oGuCcb7VcLKWY+7xpdeQz2QbnfX' +
      'ZCq9lFW3KuQAAA==',
    pixels:
      'eNotknd0VNUWhydT770zc+fe6SVlMhEkgsECQSSIiIJIE0VK6GAoIZQkEAgQCOkUAQVRE5ESEHnAkxYI0gIREEWRphgpiqIoiPqQ' +
      '9Zb6nt87Zr0/vnXu2ueevX/7t/dRxc9RJchRKZFGqQXHHG05Zn9YxNKbaVDSOGRPYb/DxwFVY7+mc1AN8J4tgTpjUNzpnPAF2Wfz' +
      'cVhLZZ+rHdus6dR5+7BZ6cNG6yB2uMfyjtxbxJ7mXaU1dWqUg94AHwR8nJBVzvsjXEhpydl7WnJE91EnC6QQdaLGXlsL9sr3i/rt' +
      'OaRmiPsMjrnbC+7jiCeeBo+PI14/h/WQ0JQkNIWFvhA7LRoH3S3YIXqqd2ewRclgl/9Z3lGfY700iGpDf7aqg9lk7U5DpCeHQ+kc' +
      '9CXSoLl5X3LRaHHQqLr5KD6RAw4Xa+WwIJ61tpigpciRxma1E7sCz3Ao0ouT4a58FHxIeJFMoyfYzBFXhPesyew2RtkpJbPRGGG7' +
      'msYGy/1s9/eg1vkk28JDWK8NZHcsh1rXaDap46gR2naK2A5XF951JLPL5uKk08cxq8phu4tj/iB7ZImlchJLRd6ltntZZkvjFakD' +
      '1Vo3NsUPEPkGcyixl+gtg/2h1tQHYuz1i1x6ClulVmwyt2aNMZUN9nRWGtpSLWewUu7GwriuvOJ6jkpLHxZLA3jTN5FqZy5bQkVs' +
      'ULPY4hnIrvguNEQfFL7Ec0JP4pgez0HFzV6zQom9DSViZ0rkhyiVO1Jl78YyvS+vh4azLjqKjclDBL2ojT3G+lg6G5LTWRN5hGq9' +
      'M686u/KWrx+vqr15ydaTMtNTlCv9WBYcRbE+mMpQFpXhCVT4p7DIO49VoXJe9RXysjaKNyN9qGvTm396HuRofLvm3Tlki6fRFKDY' +
      '3kHQkWKlMwuUp6hQ+7FEy2RFIIvXI9lUJ06gWmirjol+Wz7L2tQBrG05mDcSRrAqOIaiuD7MM/enyDKA2daBlPnGMkMdRlF4HLne' +
      'sRTGCpgVncOs+DIKg2UUh4pZEJxGZbx4H3uBbanPsyfWk/3BzhwPPsqBuCgL5K4skLqxwNaDUqkPlfZBLFXHsNKTyxvBWdSEZ1MT' +
      'KaAmIYe3otmsS5nC+mg+NYECVnpnsSqxiIXBGcy2j2eadRRzw3nkuMYyyZPFaO94xiTPYXTLcsbfu4iJLSqZklLK9BbF5N8zg4Lw' +
      'GJYkZrJc68F6vTtb9a7scnVkntSPYpvAOoBS6xCqbKNY6shhlT5T7EExtcEK1oXKWB0poiZ+Dq+FC3nFN4uXHIVUyLMpkqczQ84j' +
      '35FPtjSZvGABU8PTGWQbyVBfLgNjpTzXoooXhJ5hrSoZ27qCyQ8uZGLrEkYGJlAYmUCpZyivBUewzPI026PDKPFOpswzmQothwqh' +
      'ZZEyhYVmccZN5SVDLpt8i9ngXyz0LGRFYiWLw+WUe+eLPZxLkXUmhY7ZTJVnku8sY7JzPllqHqP0aYzQChjsnks3dSbdA8V08xfS' +
      'O34uA+4pYkjqPIa3nseIZOGV8LFAm8RMeazYnTFij7OZH1/FgkgVZaEqFgaqWOpdxCvuRbymL6FGW8Zb+nKqvS+zLLKSisQVzEt8' +
      'mdnhJRRq5RTI5cx2LacsvJZc+0oKQzWMd5UyVl/AGHcpw73lDApXkRlbyqSH19A3MI8hsQp6eQvo5ZvOiMQFjPcWM8NfSoF7Pvly' +
      'PnOUPKb4VzNNMMO/hiL/OioCtSwJbmR54G2Wezew3L2OSs+a5nq5SavJia1mUmI1E30rmGR/jXzTFiYaailQNjM+7nWmqGuZpFcz' +
      'wbuccf5FDHeXMaftOibEv8xoz2KGOSp50buCEeoyBhhKGGosYZxcRba9inHmYibZSugv1fK8YKC1lqHmdcwM7GWOr4553jqKXdsp' +
      'cW5jrrqVXP8WJiW9S1Z0K6PCb/OifyPjHf8gz9JIoXSSPGk3eeL/afouJnu3kS16yI4IHVoZmfJ8RjmqGGoqJ8u5ipHWlQyNE7qM' +
      'rzJFW0eO401yxVkU3sJ0fS3dHHV0d+yhl7Oe/o56Bir1DBdku4+Q72pgjvkAhZb3yHMfZmrkKLPTzjJM28kEdz3jlf1MkT4U+3SS' +
      'bJFjnNA0Ut3OUG0Tg9wrGehZSKZWQaZazhChKVNZyjBlBZnSKsZ5NjJR30yOfTMzXDuYLt7lmDcz3bGDVqYdPCjX87h+lJ6+4/T1' +
      'HKefs5Fn5QaGWhvINhxhqvF9MY9TZAVOMzbhNC+4jjBCP85IxwlGKx8z2v4Rw9UjZOr76WPfxTPqNp7Wa3navZrermr6qn/zJn2d' +
      'b9HDUsNA71aekdYz0l/HaOduJusHydEOkGWtFxobSFLqaGGvp41zPw87D9JZa+RJ9wl6ek7SRznOoLj3xUw/5HnXJ/TyfEIn+3F6' +
      'hs7T032a/vpZ+jo+FpzmGcc5erhOk6EcpqNjPx3UBsFROqqNzWS4jgoaSFf20Na8jSdDDTyu7aOLvIPnvIcZGfmYMYFPeVH7lDaR' +
      'C6ToHxAy7EM3vEuK4QBtbcfppJ+hs3qaJ6ynBJ/QWTlDe/UcQUMjnWLXSfdcoovvKzLsF3lMbqKzdJlHpSbayZ+Qppyilf1zWjov' +
      'cZ/rCq21q6Tpl0hzNxE1f0Ar5ynudZ7kAd/HPJF0kZ6xJrqHP6OL/RS9tYuk+m9zf/A28YYLxATp+rek2j4jZj0jcl5oJlXkT5O+' +
      'oJVyGVW5iOxowm39UvRxhQTDV7RTfuVRyw06Gq/xgKGJNtarwv8f8ck/EvX8jG68jCfuMinum8KDuyQ4vsVnbCJkvUSCdIl71Cu0' +
      'DVznkYQfaR/8hpD8E1H7z0SN39PKeoNU6TpJpiZ8pvN4bOfwyGfx286L+88IG7/ArFzB4LiGXf4ej/UWAdMvRAw36aD8xkOG72hn' +
      'uUnUcB3N+hNez+/41bs4RO6/Cap3uDcBknx/EFF/I+y8g2q8LurcIOi8RYJH4P2OBNcdgtYfSDR+J/puIsX8FcliDgHpIk7TaVyW' +
      '03hMZ0Tdc/jjPsdgvohB+Rqn/Qf8jl9Q434gbL0t3l6jjegv0fANSa5fcXvvYhG92qWfsJt+aEYVOj32X/E5f0O338FpE/eWX3Ba' +
      'f0WVRC7pNqp8C4fpOorhMlHxnWi6RgvlOq28N0jyXkOTzqHbPsVrOUvIeF54J/SI+RrEbFTnj4Tcok/bTSxifj7hQ4Jym7DjNpr9' +
      'FjbtNpL3N8xCi2z6CckoYnE3hZa7hP0QCYDH9Sdu539wOf+Lav8Tp/IHFuO/UMQeaMKnsPAvqtwg5rhOovo1QfdVwWWxN5/iM58V' +
      'MzqPJuZnM3+J0XIVq/kakulbpP+fdtP3zZiEX2bpBlbvbZTQXUzmWzjlf2OJE55Y7zZ/e/S/mnHIv+N2CW1u0MRps/yF0fA7/wOB' +
      'UCMI',
  },
  {
    title: 'lossless',
    width: 37,
    height: 21,
    file:
      'UklGRioHAABXRUJQVlA4TB0HAAAvJAAFAAkzbdt8bWf+kAciov+p6QcLBW0bObl9P/hDfAivg6K2bRuG/1/r0SmD2raNHF2+/Sc9' +
      'fBWL/oc/7V8CMNhYo1t/PIDpwScOWbZtp40kPclCY4XTOP8Jdf8xdweMYmka1K1taxpdgGiwpPevt1977fM/jt7blIyZ2IiCvgro' +
      'K9m27bZthEIUEgQJdqq4pyfT/P9HZJipu61OEqBIvAj0r1EvZ7f4xc20UcuYB34d2g+01L169lOP7KCIjqpfP3jXHegadwz9v4T7' +
      'AG60BNtIV2s8lXSOzvkd7yNn238p2lUfKgNvs4zeHQYeeZMUv8rD9Q9rfvio/pHh4XR0K14pEijWYlrupqTbzz6aZvq+PPTo8RVj' +
      'WYdxkx8rVkWqaQA0sL89VaZG1tU5rtEqe5q0Z4ncFnPX9QZPMbKE2/LGSJy8wBV8dpwJhJrBDVQBC4shbUXPj2+6N79q/y5DYEhc' +
      'cRBtYi5vnaBOkjinPJzlNrvZgUYP08uiG5FJOrlsgCO7GW3GDvkDSfZtiQKhdeRj8flMTwq5qKPQneOUY7A7k52zfEUuVsriuDSj' +
      '4DiuzUrmnLE4C3NTed0QxKLPtqxt1fxH5qF/F5gjkMfvvElXOpZdsFVuvJl5iLpsYtu6QiOlr0gmVeqXNPQwVK2hLgp1pln06OXp' +
      'cbpeyHCTuTRjvRYg2yAAGiM57n51cWgaJpegpvdyYFVSEy1y3dX6hZUOzd3YiRaDYR6+k9xuz8Gzy1xui3w7CGqnnbiS7XWlq1yr' +
      'CAZ+W0c2BQzwMnkpzMTWcdTO3ZQSycnNVSnOP+eByzSTEw03fXgpWtUu9bZt/8dRVzCCmofEGp4cbK86PnlWjRI6iOVXy254In5H' +
      'LTnwX74BDvNXQvPvJz0o6j7aW83RXvC6yUMDVVMFmZxZ5P/KZKWYdMoDyx5bcMXyEcuhP6on/lWrQaP/OfqjihzlOD5XlYCkSokk' +
      'huZFkKkxiGlQrWO+y5Fh0r4fawuTVJbhvxd1q/mTOn0vrX08IVqCmF52mM1Qr5LVjgQNiiqwKjpYTy0zzChxvXgT2a0KTvHVc/d1' +
      '/8r0KS4kZVlfhYMLQwcpJnuynesolY37hpQ4ZmOWNu6iie3iVEhvsCj6OQ7o1Bo2LmncjM7LCSz9b0HXF9R656se8I8Dn66cDEVY' +
      'jJTdtcBFe0NtXb1LgTTLeUYAu4TNlEdCejjXTbFNdKAQMiEt1vd1JIvTp3rz8OwGvNlK3e6OC7Kd69O43MwA3Q3QmsAVug/73Y7R' +
      'vExDX6y2KymMx5+hu5kxfc9yzqFlgFoDJFl8D/96ZpwL1vvnkVz1RJcb82Nk7Fs80lGSNQFddKEdsYiafbeVKfJmPxvwvDGk+Sfm' +
      'ZM+B3frWezxIzWS29qlKpoeCu7cHWaTrgyiiDtc+3aj+kNP/YvRQuHD5qZnrMJvoH72KvevpNB/a0Desjy5uu1v95De3o9AThP6b' +
      'fojSqyYf0h4qw8Mz1tW8kLZaHoQ8adAsL0/ixX9127jPc2Et7TIxl5lQXPTL9O/jYx01T5ejKUAua7IdtP3qkw52KKPSHAllG9OS' +
      'T1KNRARqItlLGajlxPOWLj2OU5wwRG6KmWyj45YEctfluuJ4ss4HT0CruGH/QGgIghdYvrMDQ6SolGAMXHcw5CQud5gNaxQlCfSh' +
      'RA5gLmbLUByHOTCC0JBCIF4ImUYogqJfpDAmTUM0g/yDqrC564ANJBEAjGVJ1H/Nz1fZ1Q3bHMGG1FCTDAZz3dQc0ANLrdjyt+hc' +
      '2rgLx+W/qUTqJ31ER6VKw1LKesBq0v1gEi9ef1+W5FRVrziblnTtGHk1BGNqs0zQf/dWNSvIIvmRjlslXJ2sGNb3zA99lUHzWIWi' +
      'H9l3VX13pN1ESZ+hLWFmupfxKqG7X4sTblPtcbpZZpm2uGF4+0DhxG23frDeU361Skj6Suob8xyE3qLHE6RPf8DbS+ovKI/CI3eb' +
      'nVO54fWuTkBxFJZPtRll243Lyl9xWc6XVfUv/iajoiiSFXsESpz/x7uxi4EVI5ijcOOB13JZetJdAA5+3YfdXuXgd1+ziFueCA0Z' +
      'fTMn0bPCjSnsIfeU2NV/xt2Z663ItA6jsAEA3R8uqWEjhNGCMz1z28rzq+h8aaI855F14xTVwpZCOLUZEiH0HnF1z+7aGxsFKUZC' +
      'g2Nh0d2Um+AHuNYVbe261Mgla3u5h2SZL2L0+URGpFh9C8CYz20Wpn6yg3WSHiccMBG2ZPy6vxu32dMREc/nWDEuAhGx24dgN+ii' +
      'uA+f21x4bchQP/93yDCP9WJDWVotmErQBcE0xHsxr7HEQlgR1kJsgjjwiQox+Lw8sNClFaOWSGuIz3ILgZ9ZnyWHynAmXczIzvQp' +
      'Qp84QbwEc1nU7JFrvGiLNuNJSJJleJJ8kjADofGTUTZBazwMEx7H2HMA',
    pixels:
      'eNodlnlYVOUex9/ZmDPLmX1hmBl2ASETLNGr2aZl6ZXMXAE3JJVNEBGviCluWAqK4q4lEtmij4opplLmXmguhdf2UrMyy0pbnlvd' +
      'z31vf7x/zHt+y3c755lPhZejZpXzup68a86gQyRxNiKBC8pDnNR1o1PXl5PuJI6rUbylOmn3x7Hb7eOc4uSERnDJoOOyx8QhYeFt' +
      'j5O3NdEc1mVywDqUNv9AtvgGsMHVj53WAbSF+rFD1ux3Cj7w+ehQBUdk38kYLWeSBJ+EPXTqDeyL8rJB3m8w38ULIoHDUbLX+RBn' +
      'LA9w1NqPNstddGii6Aha2BenSswaDgZUXnU6aTHHsEek0izSeM2RTIvrXl71ptOmjuVgZA6vmIbxgjGP7ebJHLRMoVWXx57gYxJD' +
      'b46pId4OO7gobJw32nnLlswRawzvGfw0ucM8L2JoVqJZZ0mkOaInuwKP0mG5l0tKH04HunIo1cX7oS50KmEuRDh4ze+i1Z7CTlOQ' +
      'Q0avxB1kp+0eGtR72Gvuw+uGJ9kRKmZ11Hi2x4/gJeMk9rgmskk3mnbnSA4ZRnBYdOOYzcsHZg0HfCbaJcajkUH2myOo1TnZ4Iyn' +
      'ztGNlYYQm40P0qLeS1tcFq1pT0qvHqIjpRfnopI4YYjkPTWSs7YuHNHFslUfzw5tEi9qe7BV9JW69WG1ezDL9aNY7RpJnShilXUw' +
      'm5yFbHFO42TsRLbbKznsncbRQF/eDMdzRup0LCQ45ApKfT20mSOZo2ZQYe9OmT+FMtGLWpFCo+ufvBg9jObgOHYn5tLmHULT3XLf' +
      'PT1Ym9GD58N9adI8wlrz/TR5+7Bd7UejMYNSXyYLrFksD42hQV/IArl/eXQlSzzFzPXNZ11SLYu6LGJtqIpt6nAOJMrjfpj2cILk' +
      '24NOjV9mw85STabU6n6Wi57MMqWyNDCcJcEpclYpDaFC1oVmUB1VzcrYkaxMHEhT2mCWZo5mnTqZ1cbxrNAUscg8jNWe/swXg1jp' +
      'LqFGO57iyOlU+yso8S5kXNdlTOj2PMXh+ZR0H8czcVXUhiayKn4UL6cN4GDwYXZ1SWdvOJV3hIfFlgeZa+jDNJErZ06kzid111TQ' +
      'HFnGRm2V1H0mu5RZPBu5grk9p1DfZzjLHCWsDhSzPnE6tXHzqLaWU+6YTZlaRFX0NMa5qhnrruap4HQmxc8mLzyF0ffMYWzyIvJD' +
      'SyjoXk529zIKzaVUpGWz3P6EzNpTtNqe5JSSxAzHIBaZcqVn2VQp42k05EtPKlkvZtJke5bN+hXUBZZSb2+gOaqChszJPOOdzjL7' +
      'NGbpZjJLlDNP5qbEWUuBkkdRXCmz3JVk+QoY5S0lK7yCp6KeZURMLaPT68hPq6GsVyFT0yQHWyVl8UXMdj7N4uTh1DtG8UpCLsuE' +
      'xBtZTJ2/jIW2WcywT2KZcxKbNJWsFStYr5tHs3M+m0PrqUucx0aHzId3tsQ9mw26MhZElVBhmEOO8hzZ2tkMDUyl0DSLHPdSRltm' +
      'kanUMSC6ln9E1tA/aRmPe+bzRHo5Q7vNYJLvGSbcNZ0FuioKjeXMlPu3uPPlO7KKaVLPsrhNzAhupS6qgWX+VewSNfK7Vcsmz7O0' +
      'GJbRZG2kNmUu1Sl1LPTUsjh2HnOs8oRmUhBsYKJaz4LoRgqcC5goJH9zMdnuWibF1jM5vpbCrjXcF2ykX8pCegcqGSKzMSKjnFJD' +
      'MVX+6dSoNcxQGliolTnQNfCc2EeF5TQzI44zJ72dxakvsT5hFXXOLTK723hJNDJPWSWzMp9FoW2MvauekV0bKbU2U2FeToVuGwvF' +
      'ZunhGiqdL5Jn2UiuaR1jAivI8dTxr5QF5ETXkxWqZ1BoLlmSwyDHGp60VJFjmEKxqZ4iwxKZ6bkUm6sYY93JaNHOBO0BRkScYJGn' +
      'lZKUw+RH7WK+p51yewuV+q2sdu4gL9gsc7tf5vQwYzUtFLj2UyQuUGM9RrV4iWr9BmbEbCNb9hSE1lDuXsBUZbXcVc1UmYMsyW2a' +
      '0ih13Maj2j1M0L/IcM9a8g3PMzncJHPYRLF/K/dJjcabTjHMeII8/QFGevaSL1qoMrVTYN3HdMM2ZmhbmRffRmnKPgoyTjDU0UK2' +
      'xJuvO8PTmvcpjfiUPMcO8q3rKDE3MTZYz5DgGnJiq8jzL2eKZgUlpjqGqcuZqq4h37GVUcY2nrIcpEjXSpV2B1N1r1FifJ0i6+v0' +
      'FnvIFCcY5GyTWA4zzb2DbOObTLHvZrJht/yO7uFpXTtTA0coshwlt+tpcvyHZH5eY5x4W3L+jFzlKnmu44xSXmC89G+Adw+DAhsY' +
      '41zLYOcK+qgtPGFZz1jbRsaIDfL9fIUi7U4mSM7jjMcoj3iTEt8eCqU+5YYDWMVBAsp5upsOMkC0crdrL4N85xkqcQ5T2snT7Gei' +
      '/iRD/CfpGfyEvsrH9Iy+SnbwDUbaTzHS0kme6JT4viTL/gFZtr30Fx309e8jXtkte1rJjHuFh8OHGCjekM/ep7dyhMeDp3jEdYxe' +
      'pncY7D9CduxRqespCu3vkxE6R4bzKCHXdgLml7Fq3+Fug7wLnyNV9yY9xTt01d4gQ/8jd+tvkWC4SULyl6T7O+ll/ZSHxVc8Yr3J' +
      'Y+JTMq2dJEVdIlo5Rar4Fp/tJxLUb8hQPyIceJf4qGOkS/zJno9JtJ4lOfoGA4OX6Z7cSf/waQZZLpJruEK652dSo64TLy4SK76g' +
      'm/tzUgzteJS3SHefwGc+j8tx5e8d0ZaPMNguo/cdJ0ry9YgbBMT3ZGp+4H7xHYO1p+hi+Iqu4ifUyNuotl9JUpG14BI/EwzeIsV/' +
      'G5/nJyKMf6D1X5P3t0n0XSMp8DOJ/m+53/UJVtsdYpQvSdF/SLx6UWb+CknSN6/tuMRxRnLtwGl9lzTdBTI0HQjfOULKLwQNNwjZ' +
      'b+O0fC/rb9Bf/YwHpAbppk7SIiR29Qcc7puExec49F+j2D5HRP6HcPx/SbX/iuKCkMQYYf8N+deOSPUn4qxXiPFdwu7+XupzFbv4' +
      'UfK+RILmIxJcR/DoT2OUv522DyWXi/jEZWKkNlbxHsJ2E5vcE5ZeeiN+x2O6RVDzhfT1FpG6b+khe4zJv6H1fiV7JG79LwjxjZwv' +
      'tZD1Sbavidb+jpC4bLpbGEzgt/2O3vgXFss3KJbvZP1tbL5/45a4fNbrxMidxoDMhe40NkV6JE+c5BuS77xT6ijEeRwSn+L5E7vU' +
      'WIivEZqbWNXvsATOSvxf4zddR+u6JTWQu6QOFrnXKP2PE3fwOyAYe4ewFtzy3ief+9zg0f4qZ93BJH0Qri/xK5cJOTpJMX6Px3UN' +
      'R+Q1vM7LmI3n8cucO03fSMxXUCQeobtChOUcOiE5Gm9gkrtMur8Q1qty5hVU7XXMcqbO93++P2Mz/PU3LrMO7BaIdvyOLfLPv3Pm' +
      'VcDhA9X6B2bTHVkP/wMP+yDg',
  },
  {
    title: 'lossless with a palette',
    width: 37,
    height: 21,
    file:
      'UklGRrgAAABXRUJQVlA4TKwAAAAvJAAFADcQBJM07vKxy0cgaeOjP/nmP/QzxJUAZ62tR9HHEv6/hhHQlwog+ZoRQF9QMAL28e+B' +
      'HQUR/Z8AADdEAiEqJQKoSCHESHKU1AOhIkdErCnEUJNJPRBJSQ9FsCZHiUwLkhIqUntZJe2vdGC7bZoO0Pe/4JsWW+Ul33Ivs5I3' +
      'dZLkJXuRvpKK2m66l9xYds//vxofvLG/Pc3MvLHFxhuzpy0OS9ubI64P',
    pixels:
      'eNrtlksSxCAIRDk6N+8sZqwQof3FTFjMosvESPsAywpEgFDq5tQo+nZdp0Zixjie7WO92F5xTOzBhKGcvCdbv4Op1Kz2Q9NPunlh' +
      'gQeVp97Ok7Gv1IjXDNs8d8j2T19m8ec/C8svJdWYkU+m+PBVtlywGIMH+j3ji4AHD/QYE/VgTOie89HeFCZp1u3zbq/bmOmcF3qm' +
      'Szzcs9/H8tm55m8F8RqXDvvoLf8sysbz1zs6ANmN9QI=',
  },
  {
    title: 'lossless with alpha',
    width: 30,
    height: 22,
    file:
      'UklGRogAAABXRUJQVlA4THwAAAAvHUAFED8QAoIi/0cTEBT5P5qSNpKgXbbsOQcn6fzTExJgREz/HWbBprb2Jl+igD4zMXcwgAA2' +
      'dPTP/0lPDET0X5Hbtg19666fgQjJcrvh4yKwqwBof5KdxU0Vach+TWPoqdkMh+40XNQTyjns3Ob8r7MNv64sTbp6ThMA',
    pixels:
      'eNrtlcENwCAIRenRGVyKDVzFzS1NMWk4NAVMaRN+8i56eAYVADIyA2CbvOSqBBL9AvK6OMMYz7h1FqIJn+TYL6u87OwKitfLtW1K' +
      'bztr7vJWpXNSnV40etHq5Rp3K+n99v0Gv+eQ/xvVryL7s30e/Xv+ZtZmByn3P14=',
  },
  {
    title: 'lossy with compressed alpha',
    width: 30,
    height: 22,
    file:
      'UklGRoYBAABXRUJQVlA4WAoAAAAQAAAAHQAAFQAAQUxQSGkAAAABP6AWkiQ4u5tt9pzBQRzfRUSAmvM+2Ea2reR+KvDccycmog+9' +
      'LdD/fP+/gYj+K3LbtqFv3fUzECBpZja9XAV+GQD1R3IwuCmTaNJPUWlGKnbNoTo1F9X4sg5bt1n/a23DrStDk7ae4wQAVlA4IPYA' +
      'AABwCACdASoeABYAPpk6mEgloyKhN/VYALATCWwAnTM0Qs+QcISbD+7fbdcmf6k+wB/QOqq827rAP0r9J39Tfgs8kAG3AFmKs2s8' +
      'czUAAP7wuG3o8k1MLkoJllTspaKMZs+/+TS/3ImpmSZPv1qJ+qebNiN/ragzUr/4U17dYHHAiytbOV2bf4AHttqnvWMTmsqpVBE2' +
      '7dsZr/xfHL/O4aI12tf1No/P/pP0vL7FzN3cNXUf6KAr2vNqjpWLzf8jzip8NbSN0/1g3Yonn7+desYb/yaxGMAX/xyQ2kx/gdBd' +
      '0kvf2aZ64I4CLfz9uSSNk+2QKULegAA=',
    pixels:
      'eNq9ltuPE3UUx7/TTi9TeqM7s912Op1edrkuupIQqLKtywrd7WV2ui4b5GKNPosEX4woqX+DvigGE2OML5IQJUSyEROzIYQgUdTE' +
      'xEBIjG9GWVZgpe7P8/tNu2yUVdDEh09+nZl2Pr9z5pzTeW7XDjxd3oWpio1GbRJT1ZrArluwLBs2nWuswJ5KDVv6VGxOxpDLJmDk' +
      'ssgZmzCgP0I8DCO9BpF+E8pABuHsBsTSg4gb/UgYGeHcN1bBkzWLXLZY94+N4VBpB448WsQrxNHCvXlp++PYrqkY1PNIpkegpXbD' +
      '6D0AU2siFW9C63sKwdQkFH0S4fh+xOI24skh4eVxcpdlWahNOCt3nsyvw9dqEt/29HGkZXTP4XRmDSrhGLKJMoLaG/BFZrB61Qxi' +
      'gRkEQp/BE/wUvsAZKL5PEJbPIuY/hnjvmPDyfPE4uXO66sR5fOMQrkZUiUlunbCZJLWWwY/pvCRdi6zGCwAKoXFEgmcYAnNM9vzE' +
      'vPLPDL4bDJ555sF1pmCOBXGbrZY+Z/GeKfKmKdYaue/GeTqzDj8GVWXB42syCS2B65405/1uZYa8r2EzTHzIoNxm8N8iFhi8jMG9' +
      'SN4FFsAdFgJjMVxifdo0UmZCeLvP8+3BIfwQUhXaKPncLeam+NxYkbYHrTlAeRf9yOAYU1RyeduOUyYkRl5GXkbxMhaVvlzyLn+e' +
      'V6KqdMvL43S3KN7WTa+vteBF67cV6Hibs4EnpC34gMH1C6WBfByX45Xps7/jjrgvsLi2B6m0KXqF1+1XWhLMRc+TcrhIcXLnvO+f' +
      'vczlaZ3zlvUCeYPBO8Kz5MZdr48Iydy7FykjK/qT9wqvT1FDLieH3LfQvfeKuabnIPtbX0Rtu4iT5Lku8iov83o6Tr4G5YsiXsMw' +
      'RT3zXuQ9Iuq14+3GJO7vku4NrwHhnWwVcYp+eoN50SbvIjnbAk/HyfcSkC91vPr/5uW593sp3t4pmEb8v3vdviWvG7/+rdcnvJMw' +
      '09pyL8RMeFAv1dXFSMNeh3fo/rdW9GKZN2P8xav/m3jPKVX9Ibx/X94+bYq88T97JT6HHsjrCzTPSqPSVpyg0TZ3H95pZFIJ8tp4' +
      'sbgDH+fW4Go0gps+t9KdRUs9tIJ33qe0riXTyuurLAzhDHnnydkWSIJF0UP+bh+TV+vl9WzArtaxtzyOg6US3hzciCuRMMUNpU1x' +
      't/kMcXVmNFwO0tJx87uoqhyQPNgQshF1z9JpPjc4vwtPd0aGOnMyJJ9nsfheaBk+N6qwiHq9Su5hfJTN4ZseFZd7eqXvI1H9hle2' +
      'HQ9aNz1yi/ZlX1ZjOn1HOpFfiyE1gUBqiv733kPAcwEB7yz8vnOg2BCULyHiuoiY6zwxi9iqtxBLjiOW497xDmXsK+/E4eESXt32' +
      'mOD4Bh5/lMcvkVe6Fg5IxzZuwsuFYbpewKFiCf2JLP3fF8Dzp6nPQqM5qPYS2jMCTdtP16bpHcCCppegmeuhZU0Rq/DWdwo3z7td' +
      'nRB5ODw8jJPZflxWVaq7ME5lU3i+NIJqfWJpv0Yqj1RqLbHewcg70LmkMUDvISaSpo5kJo6+LJFJEDrlt466NY76xAgxinptwsEq' +
      'Y8/4KA4WR3Bk2zCObtuKw8UCdlfKGLOr4ruWNUq1qSOjm4ThrMm8wExlCYNmky7gM9mBPqcTYu9Vq4pKY0QgjusNVOwyqhNl2kMD' +
      'VrWByaqTF+7c1aBr9gh5R0Qv5nSdSDhrIk8MOHvge6Ke4atJ72ACsY84/gDxCBvI',
  },
  {
    title: 'lossy with stored alpha',
    width: 30,
    height: 22,
    file:
      'UklGRrIDAABXRUJQVlA4WAoAAAAQAAAAHQAAFQAAQUxQSJUCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARtQgICAUBsBAAAA////' +
      '/////////wAAAAAAAAAJX4CAgICAgIBfCQAA/////////////wAAAAAAAAmAgICAgICAgICAgAkA/////////////wAAAAAAAV+A' +
      'gICAgICAgICAgF8B/////////////wAAAAAAG4CAgICAgICAgICAgIAb/////////////wAAAAAAUICAgICAgICAgICAgIBQ////' +
      '/////////wAAAAABgICAgICAgICAgICAgICA/////////////wAAAAABgICAgICAgICAgICAgICA/////////////wAAAAABgICA' +
      'gICAgICAgICAgICA/////////////wAAAAAAUICAgICAgICAgICAgIBQ/////////////wAAAAAAG4CAgICAgICAgICAgIAb////' +
      '/////////wAAAAAAAV+AgICAgICAgICAgF8B/////////////wAAAAAAAAmAgICAgICAgICAgAkA/////////////wAAAAAAAAAJ' +
      'X4CAgICAgIBfCQAA/////////////wAAAAAAAAAAARtQgICAUBsBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEBAAAAAAAAAAAA' +
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFZQOCD2AAAAcAgAnQEqHgAWAD6ZOphIJaMioTf1WACwEwlsAJ0zNELPkHCEmw/u323X' +
      'Jn+pPsAf0DqqvNu6wD9K/Sd/U34LPJABtwBZirNrPHM1AAD+8Lht6PJNTC5KCZZU7KWijGbPv/k0v9yJqZkmT79aifqnmzYjf62o' +
      'M1K/+FNe3WBxwIsrWzldm3+AB7bap71jE5rKqVQRNu3bGa/8Xxy/zuGiNdrX9TaPz/6T9Ly+xczd3DV1H+igK9rzao6Vi83/I84q' +
      'fDW0jdP9YN2KJ5+/nXrGG/8msRjAF/8ckNpMf4HQXdJL39mmeuCOAi38/bkkjZPtkClC3oAA',
    pixels:
      'eNq9ltuPE3UUx7/TTi9TeqM7s912Op1edrkuupIQqLKtywrd7WV2ui4b5GKNPosEX4woqX+DvigGE2OML5IQJUSyEROzIYQgUdTE' +
      'xEBIjG9GWVZgpe7P8/tNu2yUVdDEh09+nZl2Pr9z5pzTeW7XDjxd3oWpio1GbRJT1ZrArluwLBs2nWuswJ5KDVv6VGxOxpDLJmDk' +
      'ssgZmzCgP0I8DCO9BpF+E8pABuHsBsTSg4gb/UgYGeHcN1bBkzWLXLZY94+N4VBpB448WsQrxNHCvXlp++PYrqkY1PNIpkegpXbD' +
      '6D0AU2siFW9C63sKwdQkFH0S4fh+xOI24skh4eVxcpdlWahNOCt3nsyvw9dqEt/29HGkZXTP4XRmDSrhGLKJMoLaG/BFZrB61Qxi' +
      'gRkEQp/BE/wUvsAZKL5PEJbPIuY/hnjvmPDyfPE4uXO66sR5fOMQrkZUiUlunbCZJLWWwY/pvCRdi6zGCwAKoXFEgmcYAnNM9vzE' +
      'vPLPDL4bDJ555sF1pmCOBXGbrZY+Z/GeKfKmKdYaue/GeTqzDj8GVWXB42syCS2B65405/1uZYa8r2EzTHzIoNxm8N8iFhi8jMG9' +
      'SN4FFsAdFgJjMVxifdo0UmZCeLvP8+3BIfwQUhXaKPncLeam+NxYkbYHrTlAeRf9yOAYU1RyeduOUyYkRl5GXkbxMhaVvlzyLn+e' +
      'V6KqdMvL43S3KN7WTa+vteBF67cV6Hibs4EnpC34gMH1C6WBfByX45Xps7/jjrgvsLi2B6m0KXqF1+1XWhLMRc+TcrhIcXLnvO+f' +
      'vczlaZ3zlvUCeYPBO8Kz5MZdr48Iydy7FykjK/qT9wqvT1FDLieH3LfQvfeKuabnIPtbX0Rtu4iT5Lku8iov83o6Tr4G5YsiXsMw' +
      'RT3zXuQ9Iuq14+3GJO7vku4NrwHhnWwVcYp+eoN50SbvIjnbAk/HyfcSkC91vPr/5uW593sp3t4pmEb8v3vdviWvG7/+rdcnvJMw' +
      '09pyL8RMeFAv1dXFSMNeh3fo/rdW9GKZN2P8xav/m3jPKVX9Ibx/X94+bYq88T97JT6HHsjrCzTPSqPSVpyg0TZ3H95pZFIJ8tp4' +
      'sbgDH+fW4Go0gps+t9KdRUs9tIJ33qe0riXTyuurLAzhDHnnydkWSIJF0UP+bh+TV+vl9WzArtaxtzyOg6US3hzciCuRMMUNpU1x' +
      't/kMcXVmNFwO0tJx87uoqhyQPNgQshF1z9JpPjc4vwtPd0aGOnMyJJ9nsfheaBk+N6qwiHq9Su5hfJTN4ZseFZd7eqXvI1H9hle2' +
      'HQ9aNz1yi/ZlX1ZjOn1HOpFfiyE1gUBqiv733kPAcwEB7yz8vnOg2BCULyHiuoiY6zwxi9iqtxBLjiOW497xDmXsK+/E4eESXt32' +
      'mOD4Bh5/lMcvkVe6Fg5IxzZuwsuFYbpewKFiCf2JLP3fF8Dzp6nPQqM5qPYS2jMCTdtP16bpHcCCppegmeuhZU0Rq/DWdwo3z7td' +
      'nRB5ODw8jJPZflxWVaq7ME5lU3i+NIJqfWJpv0Yqj1RqLbHewcg70LmkMUDvISaSpo5kJo6+LJFJEDrlt466NY76xAgxinptwsEq' +
      'Y8/4KA4WR3Bk2zCObtuKw8UCdlfKGLOr4ruWNUq1qSOjm4ThrMm8wExlCYNmky7gM9mBPqcTYu9Vq4pKY0QgjusNVOwyqhNl2kMD' +
      'VrWByaqTF+7c1aBr9gh5R0Qv5nSdSDhrIk8MOHvge6Ke4atJ72ACsY84/gDxCBvI',
  },
]
