"""Makes an invoice at once and later: arguments are the address, the key and a file of data."""

import json
import sys
import time

import openapi_client as platen

address, key, file = sys.argv[1:]
with open(file, encoding="utf-8") as stream:
    text = stream.read()
data = platen.TemplateData.from_json(text)


def expect(content: bytes, magic: bytes) -> None:
    if magic not in bytes(content[:8]):
        raise SystemExit(f"not {magic!r}: {bytes(content[:8])!r}")


with platen.ApiClient(platen.Configuration(host=address, access_token=key)) as client:
    documents = platen.DocumentsApi(client)
    expect(documents.generate("demo", "invoice", data), b"%PDF-")
    expect(documents.generate("demo", "invoice", data, format="png", width=100), b"PNG")
    one = {"template": "invoice", "data": json.loads(text)}
    several = platen.UnstoredDocuments.from_dict({"documents": [one, one]})
    expect(documents.generate_merged("demo", several), b"%PDF-")

    accepted = documents.generate_async("demo", "invoice", data)
    requests = platen.RequestsApi(client)
    request = requests.get_request("demo", accepted.request_id)
    while request.status not in ("completed", "failed"):
        time.sleep(0.1)
        request = requests.get_request("demo", accepted.request_id)
    expect(documents.get_document_pdf("demo", request.document_id), b"%PDF-")
    expect(documents.get_document_image("demo", request.document_id, width=100), b"PNG")

    try:
        documents.generate("demo", "none", data)
        raise SystemExit("there is no such template")
    except platen.ApiException as error:
        if error.status != 404 or "template_not_found" not in error.body:
            raise
