import fc from 'fast-check'

// Equal in every run: a change is judged by what it changed. `PLATEN_TEST_SEED` looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.PLATEN_TEST_SEED ?? 20261121) })

export default fc
