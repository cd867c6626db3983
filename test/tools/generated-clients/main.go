// Makes an invoice at once and later: arguments are the address, the key and a file of data.
package main

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"os"
	"strings"
	"time"

	platen "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	address, key, file := os.Args[1], os.Args[2], os.Args[3]
	text, err := os.ReadFile(file)
	check(err)
	var data platen.TemplateData
	check(json.Unmarshal(text, &data))
	configuration := platen.NewConfiguration()
	configuration.Servers = platen.ServerConfigurations{{URL: address}}
	client := platen.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), platen.ContextAccessToken, key)
	documents := client.DocumentsAPI

	pdf, _, err := documents.Generate(ctx, "demo", "invoice").TemplateData(data).Execute()
	expect(pdf, err, "%PDF-")
	png, _, err := documents.Generate(ctx, "demo", "invoice").TemplateData(data).Format("png").Width(100).Execute()
	expect(png, err, "PNG")
	var members map[string]interface{}
	check(json.Unmarshal(text, &members))
	one := platen.UnstoredDocumentsDocumentsInner{Template: platen.PtrString("invoice"), Data: members}
	several := platen.UnstoredDocuments{Documents: []platen.UnstoredDocumentsDocumentsInner{one, one}}
	merged, _, err := documents.GenerateMerged(ctx, "demo").UnstoredDocuments(several).Execute()
	expect(merged, err, "%PDF-")

	accepted, _, err := documents.GenerateAsync(ctx, "demo", "invoice").TemplateData(data).Execute()
	check(err)
	request, _, err := client.RequestsAPI.GetRequest(ctx, "demo", accepted.RequestId).Execute()
	for err == nil && request.CompletedAt == nil && request.FailedAt == nil {
		time.Sleep(100 * time.Millisecond)
		request, _, err = client.RequestsAPI.GetRequest(ctx, "demo", accepted.RequestId).Execute()
	}
	check(err)
	id := *request.DocumentId.Get()
	pdf, _, err = documents.GetDocumentPdf(ctx, "demo", id).Execute()
	expect(pdf, err, "%PDF-")
	png, _, err = documents.GetDocumentImage(ctx, "demo", id).Width(100).Execute()
	expect(png, err, "PNG")

	_, _, err = documents.Generate(ctx, "demo", "none").TemplateData(data).Execute()
	failure, isAnswer := err.(*platen.GenericOpenAPIError)
	if !isAnswer || !strings.Contains(string(failure.Body()), "template_not_found") {
		log.Fatalf("there is no such template: %v", err)
	}
}

func expect(file *os.File, err error, magic string) {
	check(err)
	start := make([]byte, 8)
	_, err = io.ReadFull(file, start)
	check(err)
	if !strings.Contains(string(start), magic) {
		log.Fatalf("not %s: %q", magic, start)
	}
}

func check(err error) {
	if refusal, isAnswer := err.(*platen.GenericOpenAPIError); isAnswer {
		log.Fatalf("%v: %s", err, refusal.Body())
	}
	if err != nil {
		log.Fatal(err)
	}
}
