import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { makeFolder } from '../folder.js'

const ROOT = new URL('../../../../', import.meta.url)

interface Vector {
  readonly name: string
  readonly secret: string
  readonly timestamp: number
  readonly body: string
  readonly serviceSignature: string
}

const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('test/server/webhooks/signature-vectors.json', ROOT), 'utf8'),
)

const guide = readFileSync(new URL('server/docs/webhooks.md', ROOT), 'utf8')

/** The code of the guide in one language. */
function snippet(language: string): string {
  const code = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide)?.[1]
  if (code === undefined) throw new Error(`the guide has no code in ${language}`)
  return code
}

/** Each case as the lines of a file: secret, body in base64, header, the receiver's time. */
interface Case {
  readonly name: string
  readonly lines: readonly string[]
  readonly isValid: boolean
}

const cases: readonly Case[] = vectors.flatMap(({ name, secret, timestamp, body, serviceSignature }) => {
  const base64 = Buffer.from(body).toString('base64')
  const other = serviceSignature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
  const at = (seconds: number) => String(timestamp + seconds)
  return [
    { name, lines: [secret, base64, serviceSignature, at(0)], isValid: true },
    { name: `${name}, late`, lines: [secret, base64, serviceSignature, at(300)], isValid: true },
    { name: `${name}, too late`, lines: [secret, base64, serviceSignature, at(301)], isValid: false },
    { name: `${name}, too early`, lines: [secret, base64, serviceSignature, at(-301)], isValid: false },
    { name: `${name}, another signature`, lines: [secret, base64, other, at(0)], isValid: false },
    {
      name: `${name}, another body`,
      lines: [secret, `${base64}IA==`.slice(-4), serviceSignature, at(0)],
      isValid: false,
    },
    { name: `${name}, another secret`, lines: [`${secret}A`, base64, serviceSignature, at(0)], isValid: false },
    { name: `${name}, no header`, lines: [secret, base64, '', at(0)], isValid: false },
    { name: `${name}, more behind it`, lines: [secret, base64, `${serviceSignature},v1=0`, at(0)], isValid: false },
  ]
})

interface Language {
  readonly name: string
  /** As the guide's code blocks call it. */
  readonly fence: string
  /** A command that shows whether it can be run here. */
  readonly probe: readonly [string, ...string[]]
  /** The files of a program that reads cases, four lines each, and prints true or false for each of them. */
  files(code: string): Readonly<Record<string, string>>
  readonly commands: readonly (readonly [string, ...string[]])[]
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Node.js',
    fence: 'js',
    probe: [process.execPath, '--version'],
    files: (code) => ({
      'verify.mjs': code,
      'main.mjs': `import { readFileSync } from 'node:fs'
import { verify } from './verify.mjs'
const lines = readFileSync('cases', 'utf8').split('\\n')
for (let i = 0; i + 3 < lines.length; i += 4)
  console.log(verify(lines[i], Buffer.from(lines[i + 1], 'base64'), lines[i + 2], Number(lines[i + 3])))`,
    }),
    commands: [[process.execPath, 'main.mjs']],
  },
  {
    name: 'Python',
    fence: 'python',
    probe: ['python3', '--version'],
    files: (code) => ({
      'main.py': `${code}
import base64
lines = open("cases", encoding="utf-8").read().split("\\n")
for i in range(0, len(lines) - 3, 4):
    print(str(verify(lines[i], base64.b64decode(lines[i + 1]), lines[i + 2], int(lines[i + 3]))).lower())`,
    }),
    commands: [['python3', 'main.py']],
  },
  {
    name: 'PHP',
    fence: 'php',
    probe: ['php', '--version'],
    files: (code) => ({
      'main.php': `${code}
$lines = explode("\\n", file_get_contents('cases'));
for ($i = 0; $i + 3 < count($lines); $i += 4)
  echo verify($lines[$i], base64_decode($lines[$i + 1]), $lines[$i + 2], (int) $lines[$i + 3]) ? "true\\n" : "false\\n";`,
    }),
    commands: [['php', 'main.php']],
  },
  {
    name: 'Ruby',
    fence: 'ruby',
    probe: ['ruby', '--version'],
    files: (code) => ({
      'main.rb': `${code}
File.read('cases').split("\\n", -1).each_slice(4) do |secret, body, header, now|
  puts verify(secret, body.unpack1('m'), header, now.to_i) if now
end`,
    }),
    commands: [['ruby', 'main.rb']],
  },
  {
    name: 'Go',
    fence: 'go',
    probe: ['go', 'version'],
    files: (code) => ({
      'go.mod': 'module example.com/test\n',
      'webhook/webhook.go': code,
      'main.go': `package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"example.com/test/webhook"
)

func main() {
	text, _ := os.ReadFile("cases")
	lines := strings.Split(string(text), "\\n")
	for i := 0; i+3 < len(lines); i += 4 {
		body, _ := base64.StdEncoding.DecodeString(lines[i+1])
		now, _ := strconv.ParseInt(lines[i+3], 10, 64)
		fmt.Println(webhook.Verify(lines[i], body, lines[i+2], now, 300))
	}
}`,
    }),
    commands: [['go', 'run', '.']],
  },
  {
    name: 'Java',
    fence: 'java',
    probe: ['javac', '-version'],
    files: (code) => ({
      'WebhookSignature.java': code,
      'Main.java': `import java.nio.file.*;
import java.util.*;

public class Main {
  public static void main(String[] args) throws Exception {
    String[] lines = Files.readString(Path.of("cases")).split("\\n", -1);
    for (int i = 0; i + 3 < lines.length; i += 4) {
      byte[] body = Base64.getDecoder().decode(lines[i + 1]);
      System.out.println(WebhookSignature.verify(lines[i], body, lines[i + 2], Long.parseLong(lines[i + 3]), 300));
    }
  }
}`,
    }),
    commands: [
      ['javac', 'Main.java', 'WebhookSignature.java'],
      ['java', 'Main'],
    ],
  },
  {
    name: 'C#',
    fence: 'csharp',
    probe: ['dotnet', '--version'],
    files: (code) => ({
      'main.csproj': `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
<OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward>
</PropertyGroup></Project>`,
      'WebhookSignature.cs': code,
      'Main.cs': `var lines = System.IO.File.ReadAllText("cases").Split('\\n');
for (var i = 0; i + 3 < lines.Length; i += 4) {
  var body = System.Convert.FromBase64String(lines[i + 1]);
  var isValid = WebhookSignature.Verify(lines[i], body, lines[i + 2], long.Parse(lines[i + 3]));
  System.Console.WriteLine(isValid ? "true" : "false");
}`,
    }),
    commands: [['dotnet', 'run']],
  },
]

for (const { name, fence, probe, files, commands } of LANGUAGES) {
  t.test(`the guide's code in ${name} finds what is signed and what is not`, async (t) => {
    const code = snippet(fence)
    const [program, ...args] = probe
    if (spawnSync(program, args).status !== 0) {
      t.pass(`not run: there is no ${program} here`)
      return
    }
    const cwd = makeFolder(t)
    for (const [path, content] of Object.entries(files(code))) write(join(cwd, path), content)
    write(join(cwd, 'cases'), cases.flatMap(({ lines }) => lines).join('\n'))
    let out = ''
    for (const [command, ...parameters] of commands) {
      out = (await promisify(execFile)(command, parameters, { cwd })).stdout
    }
    const answers = out.trim().split(/\r?\n/)
    t.same(
      cases.filter(({ isValid }, index) => answers[index] !== String(isValid)).map((it) => it.name),
      [],
      `${cases.length} cases`,
    )
    t.equal(answers.length, cases.length)
  })
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

t.test('the guide names files that are there', async (t) => {
  t.match(guide, 'test/server/webhooks/signature-vectors.json')
  t.ok(readFileSync(fileURLToPath(new URL('test/server/webhooks/signature-vectors.json', ROOT))).length > 0)
})
