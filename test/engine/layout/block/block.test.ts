import t, { type Test } from 'tap'
import { compileSmall, layOut, placesOn } from '../lay-out.js'

/** Where the texts of the first page stand: `text x,y`. */
function places(t: Test, css: string, body: string): string[] {
  const { pages, diagnostics } = layOut(compileSmall(css, body))
  t.same(diagnostics, [], 'no diagnostics')
  return placesOn(pages[0])
}

interface Case {
  readonly name: string
  readonly css?: string
  readonly body: string
  readonly places: readonly string[]
}

const MARGINS: readonly Case[] = [
  {
    name: 'the larger of two margins between siblings counts',
    body: '<div style="margin-bottom:20px">a</div><div style="margin-top:5px">b</div>',
    places: ['a@0,0', 'b@0,30'],
  },
  {
    name: 'negative margins are added to the largest positive one',
    body: '<div style="margin-bottom:20px">a</div><div style="margin-top:-5px">b</div>',
    places: ['a@0,0', 'b@0,25'],
  },
  {
    name: 'two negative margins: the most negative one counts',
    body: '<div style="margin-bottom:-3px">a</div><div style="margin-top:-8px">b</div>',
    places: ['a@0,0', 'b@0,2'],
  },
  {
    name: 'the margin of a first child stands above its parent',
    body: '<div>a</div><div style="margin-top:5px"><div style="margin-top:15px">b</div></div>',
    places: ['a@0,0', 'b@0,25'],
  },
  {
    name: 'padding keeps the margin of a first child inside',
    body: '<div style="padding-top:1px"><div style="margin-top:15px">a</div></div>',
    places: ['a@0,16'],
  },
  {
    name: 'a border keeps the margin of a last child inside',
    body: '<div style="border-bottom:1px solid"><div style="margin-bottom:15px">a</div></div><div>b</div>',
    places: ['a@0,0', 'b@0,26'],
  },
  {
    name: 'the margin of a last child stands below its parent',
    body: '<div style="margin-bottom:5px"><div style="margin-bottom:15px">a</div></div><div>b</div>',
    places: ['a@0,0', 'b@0,25'],
  },
  {
    name: 'a definite height keeps the margin of a last child from the next sibling',
    body: '<div style="height:10px"><div style="margin-bottom:15px">a</div></div><div>b</div>',
    places: ['a@0,0', 'b@0,10'],
  },
  {
    name: 'margins collapse through an empty block',
    body: '<div style="margin-bottom:5px">a</div><div style="margin:12px 0 7px"></div><div style="margin-top:3px">b</div>',
    places: ['a@0,0', 'b@0,22'],
  },
  {
    name: 'margins collapse through several empty blocks inside each other',
    body: '<div>a</div><div style="margin-top:4px"><div style="margin:9px 0"></div><div style="margin:6px 0"></div></div><div>b</div>',
    places: ['a@0,0', 'b@0,19'],
  },
  {
    name: 'an empty block at the start hands its margin on to the parent',
    body: '<div>a</div><section><div style="margin-top:9px"></div><div style="margin-top:4px">b</div></section>',
    places: ['a@0,0', 'b@0,19'],
  },
  {
    name: 'an empty block with a border parts the margins',
    body: '<div style="margin-bottom:5px">a</div><div style="border-top:1px solid;margin:5px 0"></div><div style="margin-top:5px">b</div>',
    places: ['a@0,0', 'b@0,21'],
  },
  {
    name: 'a formatting context keeps its margins apart from those of its children',
    body: '<div>a</div><div style="display:flow-root;margin-top:5px"><div style="margin:7px 0">b</div></div><div>c</div>',
    places: ['a@0,0', 'b@0,22', 'c@0,39'],
  },
  {
    name: 'percentages of margins refer to the width of the containing block on all sides',
    body: '<div style="margin:10%">a</div>',
    places: ['a@20,20'],
  },
]

const SIZES: readonly Case[] = [
  {
    name: 'auto margins on both sides centre a block',
    body: '<div style="width:100px;margin:0 auto">a</div>',
    places: ['a@50,0'],
  },
  {
    name: 'one auto margin takes the free space',
    body: '<div style="width:100px;margin-left:auto">a</div>',
    places: ['a@100,0'],
  },
  {
    name: 'an overconstrained block keeps its start margin',
    body: '<div style="width:150px;margin:0 80px 0 10px">a</div>',
    places: ['a@10,0'],
  },
  {
    name: 'in a right-to-left container it keeps its right margin',
    body: '<div dir="rtl"><div dir="ltr" style="width:100px;margin:0 10px 0 80px">a</div></div>',
    places: ['a@90,0'],
  },
  {
    name: 'max-width wins over width, min-width over both',
    body: '<div style="width:180px;max-width:100px;margin-left:auto">a</div><div style="width:10px;max-width:5px;min-width:50px;margin-left:auto">b</div>',
    places: ['a@100,0', 'b@150,10'],
  },
  {
    name: 'border-box sizes include padding and border',
    body: '<div style="box-sizing:border-box;width:100px;padding:0 20px;border:5px solid;margin-left:auto">a</div>',
    places: ['a@125,5'],
  },
  {
    name: 'fit-content is as wide as the content',
    body: '<div style="width:fit-content;margin-left:auto">abc</div>',
    places: ['abc@170,0'],
  },
  {
    name: 'min-content is as wide as the longest word',
    body: '<div style="width:min-content;margin-left:auto">ab abc</div>',
    places: ['ab@170,0', 'abc@170,10'],
  },
  {
    name: 'height and min-height push what follows down',
    body: '<div style="height:30px">a</div><div style="min-height:25px">b</div><div style="max-height:4px">c</div><div>d</div>',
    places: ['a@0,0', 'b@0,30', 'c@0,55', 'd@0,59'],
  },
  {
    name: 'a percentage height of a definite height counts, of an automatic one it is auto',
    body: '<div style="height:40px"><div style="height:50%">a</div><div>b</div></div><section><div style="height:50%">c</div><div>d</div></section>',
    places: ['a@0,0', 'b@0,20', 'c@0,40', 'd@0,50'],
  },
]

const LISTS: readonly Case[] = [
  {
    name: 'an outside marker ends before the item, on the line of its first text',
    css: 'ol { margin: 0; padding-left: 50px }',
    body: '<ol><li>a</li><li><div style="padding-top:5px">b</div></li></ol>',
    places: ['1.@20,0', 'a@50,0', '2.@20,15', 'b@50,15'],
  },
  {
    name: 'an item without content is as tall as its marker',
    css: 'ol { margin: 0; padding-left: 50px }',
    body: '<ol><li></li><li>b</li></ol>',
    places: ['1.@20,0', '2.@20,10', 'b@50,10'],
  },
  {
    name: 'in a right-to-left item the marker begins at the right edge',
    css: 'ol { margin: 0; padding-right: 50px; list-style-type: "x"; direction: rtl }',
    body: '<ol><li>a</li></ol>',
    places: ['x@150,0', 'a@140,0'],
  },
  {
    name: 'a marker of text ends there also in a list with symbols',
    css: 'ul { margin: 0; padding-left: 50px } li::marker { content: "xx" }',
    body: '<ul><li>a</li></ul>',
    places: ['xx@30,0', 'a@50,0'],
  },
  {
    name: 'floats before the item move the marker with its line',
    css: 'i { float: left; width: 40px; height: 15px } ol { margin: 0; list-style-type: "x"; padding-left: 30px }',
    body: '<i></i><ol><li>a</li><li style="padding-left:5px">b</li><li>c</li></ol>',
    places: ['x@30,0', 'a@40,0', 'x@25,10', 'b@40,10', 'x@20,20', 'c@30,20'],
  },
  {
    name: 'right floats do so in right-to-left items',
    css: 'i { float: right; width: 40px; height: 5px } ol { margin: 0; list-style-type: "x"; padding-right: 30px }',
    body: '<i></i><ol dir="rtl"><li>a</li><li>b</li></ol>',
    places: ['x@160,0', 'a@150,0', 'x@170,10', 'b@160,10'],
  },
  {
    name: 'floats within the item leave the marker where it is',
    css: 'i { float: left; width: 40px; height: 5px } ol { margin: 0; list-style-type: "x"; padding-left: 30px }',
    body: '<ol><li><i></i>a</li></ol>',
    places: ['x@20,0', 'a@70,0'],
  },
  {
    name: 'a marker that reaches above its line moves the line down',
    css: 'ol { margin: 0; list-style-type: "x"; padding-left: 30px } ::marker { font-size: 20px; line-height: 20px }',
    body: '<ol><li>a b</li><li><p style="padding-top:2px;margin:0">c</p></li><li><div style="height:3px"></div>d</li></ol>',
    places: ['x@10,0', 'a b@30,8', 'x@10,18', 'c@30,26', 'x@10,39', 'd@30,47'],
  },
]

for (const [group, cases] of Object.entries({ margins: MARGINS, sizes: SIZES, lists: LISTS })) {
  t.test(group, async (t) => {
    for (const { name, css = '', body, places: expected } of cases) t.same(places(t, css, body), expected, name)
  })
}
