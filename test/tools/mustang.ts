import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Reads files from lines, and prints of each whether it is valid, its name, and what was found if it is not. */
const PROGRAM = `import java.io.*;
import org.mustangproject.validator.ZUGFeRDValidator;
public class Mustang {
  public static void main(String[] args) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String file; (file = in.readLine()) != null; ) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      String report = validator.validate(file);
      System.out.println((validator.wasCompletelyValid() ? "VALID " : "INVALID ") + file);
      if (!validator.wasCompletelyValid()) System.out.println(report);
      System.out.flush();
    }
  }
}
`

export interface MustangResult {
  readonly file: string
  readonly valid: boolean
  /** What was found, of a file that is not valid. */
  readonly report: string
}

/**
 * Has Mustang look at invoices: a PDF by veraPDF, the XML by the schemas and rules of its level. Those that were not
 * reached are not among the results.
 *
 * @param jars the folder with the jars of `org.mustangproject:validator` and of all that it needs
 * @param folder for the program
 * @throws Error when Java does not run
 */
export function askMustang(jars: string, folder: string, files: readonly string[]): readonly MustangResult[] {
  const program = join(folder, 'Mustang.java')
  writeFileSync(program, PROGRAM)
  const { stdout, stderr, error } = spawnSync('java', ['-cp', `${join(jars, '*')}${delimiter}${folder}`, program], {
    cwd: folder,
    input: files.map((file) => `${file}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error) throw error
  const results: { -readonly [K in keyof MustangResult]: MustangResult[K] }[] = []
  for (const line of stdout.split('\n')) {
    const [, verdict, file = ''] = /^((?:IN)?VALID) (.*)$/.exec(line) ?? []
    const last = results.at(-1)
    if (verdict !== undefined) results.push({ file, valid: verdict === 'VALID', report: '' })
    else if (last && !last.valid) last.report += `${line}\n`
  }
  if (results.length < files.length) process.stderr.write(stderr)
  return results
}
