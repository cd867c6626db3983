import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { EDITIONS } from '../../engine/invoice/editions.js'

/** A file and the rule set that it is held to. */
export interface RuledFile {
  readonly file: string
  /** As phive names it: `eu.cen.en16931:ubl:1.3.16`. */
  readonly rules: string
}

export interface RuledResult extends RuledFile {
  readonly valid: boolean
  /** `BR-16 An Invoice shall …`, of errors. */
  readonly errors: readonly string[]
}

const { en16931, xrechnung, peppol } = EDITIONS

/**
 * The rule sets of phive that invoices are held to, in our editions. Of Factur-X it has an older one alone, ZUGFeRD 2.4,
 * which those have who receive invoices; Mustang has the newest one.
 */
export const RULE_SETS = {
  ciiEn16931: `eu.cen.en16931:cii:${en16931.schematron}`,
  ublEn16931: `eu.cen.en16931:ubl:${en16931.schematron}`,
  ublCreditNote: `eu.cen.en16931:ubl-creditnote:${en16931.schematron}`,
  facturX: (level: 'minimum' | 'basicwl' | 'basic' | 'en16931') => `de.zugferd:${level}:2.4`,
  xrechnungCii: `de.xrechnung:cii:${xrechnung.version}`,
  xrechnungUbl: `de.xrechnung:ubl-invoice:${xrechnung.version}`,
  xrechnungCreditNote: `de.xrechnung:ubl-creditnote:${xrechnung.version}`,
  peppolInvoice: `eu.peppol.bis3:invoice:${peppol.version}`,
  peppolCreditNote: `eu.peppol.bis3:creditnote:${peppol.version}`,
} as const

/** Reads a rule set and a file from each line, and prints what the rules say of it. */
const PROGRAM = `import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import java.io.*;
import java.util.Locale;

public class Rules {
  public static void main(String[] args) throws Exception {
    var registry = new ValidationExecutorSetRegistry<IValidationSourceXML>();
    com.helger.phive.en16931.EN16931Validation.initEN16931(registry);
    com.helger.phive.zugferd.ZugferdValidation.initZugferd(registry);
    com.helger.phive.xrechnung.XRechnungValidation.initXRechnung(registry);
    com.helger.phive.peppol.PeppolValidation.initStandard(registry);
    var in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line; (line = in.readLine()) != null; ) {
      var rules = registry.getOfID(DVRCoordinate.parseOrNull(line.substring(0, line.indexOf(' '))));
      if (rules == null) throw new IllegalArgumentException("there is no rule set " + line);
      var source = ValidationSourceXML.create(new FileSystemResource(new File(line.substring(line.indexOf(' ') + 1))));
      var results = ValidationExecutionManager.executeValidation(
          IValidityDeterminator.createDefault(), rules, source, Locale.ENGLISH);
      System.out.println((results.containsAtLeastOneError() ? "INVALID " : "VALID ") + line);
      for (var result : results)
        for (var fault : result.getErrorList())
          if (fault.isError())
            System.out.println("  " + fault.getErrorID() + " "
                + fault.getErrorText(Locale.ENGLISH).replaceAll("\\\\s+", " "));
      System.out.flush();
    }
  }
}
`

/**
 * Has the official rules look at files. Those that were not reached, because time ran out, are not among the results.
 *
 * @param jars the folder with the jars of phive's rule sets and a JAXB runtime
 * @param folder for the program
 * @throws Error when Java does not run
 */
export function askOfficialRules(jars: string, folder: string, files: readonly RuledFile[]): readonly RuledResult[] {
  const program = join(folder, 'Rules.java')
  writeFileSync(program, PROGRAM)
  const input = files.map(({ rules, file }) => `${rules} ${file}\n`).join('')
  const args = ['-Xss8m', '-cp', `${join(jars, '*')}${delimiter}${folder}`, program]
  const { stdout, stderr, error } = spawnSync('java', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })
  if (error) throw error
  const results: { -readonly [K in keyof RuledResult]: RuledResult[K] }[] = []
  for (const line of stdout.split('\n')) {
    const [, verdict, rules = '', file = ''] = /^((?:IN)?VALID) (\S+) (.*)$/.exec(line) ?? []
    const last = results.at(-1)
    if (verdict !== undefined) results.push({ rules, file, valid: verdict === 'VALID', errors: [] })
    else if (last && line.startsWith('  ')) last.errors = [...last.errors, line.trim()]
  }
  if (results.length < files.length) process.stderr.write(stderr)
  return results
}
