/** How a document is made from a program, as text to copy. */
export interface Snippet {
  readonly language: string
  /** The text's name as a file. */
  readonly file: string
  readonly code: string
}

export interface SnippetTarget {
  /** Of the template's documents, without a query. */
  readonly url: string
  /** JSON of an object, in several lines. */
  readonly data: string
  /** The PDF's name. */
  readonly file: string
}

/** The same call in eight languages. The key comes from the environment, so that it stands in no program. */
export function snippets({ url, data, file }: SnippetTarget): readonly Snippet[] {
  return [
    { language: 'curl', file: 'document.sh', code: curl(url, data, file) },
    { language: 'Node.js', file: 'document.mjs', code: node(url, data, file) },
    { language: 'Python', file: 'document.py', code: python(url, data, file) },
    { language: 'PHP', file: 'document.php', code: php(url, data, file) },
    { language: 'Ruby', file: 'document.rb', code: ruby(url, data, file) },
    { language: 'Go', file: 'main.go', code: go(url, data, file) },
    { language: 'Java', file: 'Document.java', code: java(url, data, file) },
    { language: 'C#', file: 'Program.cs', code: csharp(url, data, file) },
  ]
}

/** A text in single quotes for a shell. */
export function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function curl(url: string, data: string, file: string): string {
  return `curl -sS --fail-with-body -o ${shell(file)} ${shell(url)} \\
  -H "Authorization: Bearer $PLATEN_KEY" -H 'Content-Type: application/json' \\
  --data-binary @- <<'JSON'
${data}
JSON
`
}

function node(url: string, data: string, file: string): string {
  return `import { writeFile } from 'node:fs/promises'

const data = ${data}

const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.PLATEN_KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(data),
})
if (!response.ok) throw new Error(await response.text())
await writeFile(${JSON.stringify(file)}, Buffer.from(await response.arrayBuffer()))
`
}

function python(url: string, data: string, file: string): string {
  return `import json
import os
import urllib.request

data = json.loads(r"""
${data.replaceAll('"""', '\\u0022""')}
""")

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(data).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['PLATEN_KEY']}",
        "Content-Type": "application/json",
    },
)
# An answer that is no document raises urllib.error.HTTPError, whose read() tells why.
with urllib.request.urlopen(request) as response, open(${JSON.stringify(file)}, "wb") as pdf:
    pdf.write(response.read())
`
}

function php(url: string, data: string, file: string): string {
  return `<?php

$data = <<<'JSON'
${data}
JSON;

$request = curl_init(${phpText(url)});
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => $data,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('PLATEN_KEY'),
        'Content-Type: application/json',
    ],
]);
$answer = curl_exec($request);
if ($answer === false) {
    throw new RuntimeException(curl_error($request));
}
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
    throw new RuntimeException($answer);
}
file_put_contents(${phpText(file)}, $answer);
`
}

function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function ruby(url: string, data: string, file: string): string {
  return `require "net/http"

data = <<~'JSON'
${indent(data, 2)}
JSON

uri = URI(${JSON.stringify(url)})
headers = { "Authorization" => "Bearer #{ENV.fetch("PLATEN_KEY")}", "Content-Type" => "application/json" }
response = Net::HTTP.post(uri, data, headers)
raise response.body unless response.is_a?(Net::HTTPSuccess)
File.binwrite(${JSON.stringify(file)}, response.body)
`
}

function go(url: string, data: string, file: string): string {
  // A raw text of Go cannot hold a backquote; in JSON it can be written as an escape.
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

const data = \`${data.replaceAll('`', '\\u0060')}\`

func main() {
	request, err := http.NewRequest("POST", ${JSON.stringify(url)}, strings.NewReader(data))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", fmt.Sprintf("Bearer %s", os.Getenv("PLATEN_KEY")))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatal(string(answer))
	}
	if err := os.WriteFile(${JSON.stringify(file)}, answer, 0o644); err != nil {
		log.Fatal(err)
	}
}
`
}

function java(url: string, data: string, file: string): string {
  const text = data.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

public class Document {
    public static void main(String[] arguments) throws Exception {
        String data = """
${indent(text, 12)}
            """;
        HttpRequest request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))
            .header("Authorization", "Bearer " + System.getenv("PLATEN_KEY"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(data))
            .build();
        HttpResponse<byte[]> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(new String(response.body()));
        }
        Files.write(Path.of(${JSON.stringify(file)}), response.body());
    }
}
`
}

function csharp(url: string, data: string, file: string): string {
  // More quotes than stand in a row in the text.
  const quotes = '"'.repeat(Math.max(3, ...[...data.matchAll(/"+/g)].map(([run]) => run.length + 1)))
  return `using System.Net.Http.Headers;
using System.Text;

var data = ${quotes}
${data}
${quotes};

using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("PLATEN_KEY"));
var response = await client.PostAsync(
    ${JSON.stringify(url)},
    new StringContent(data, Encoding.UTF8, "application/json"));
if (!response.IsSuccessStatusCode)
{
    throw new Exception(await response.Content.ReadAsStringAsync());
}
await File.WriteAllBytesAsync(${JSON.stringify(file)}, await response.Content.ReadAsByteArrayAsync());
`
}

function indent(text: string, by: number): string {
  const blanks = ' '.repeat(by)
  return text.replace(/^/gm, blanks)
}
