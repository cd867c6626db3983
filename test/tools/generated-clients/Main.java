import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.FileInputStream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.RequestsApi;
import org.openapitools.client.model.UnstoredDocuments;
import org.openapitools.client.model.UnstoredDocumentsDocumentsInner;
import org.openapitools.client.model.TemplateData;

/** Makes an invoice at once and later: arguments are the address, the key and a file of data. */
public final class Main {
  public static void main(String[] args) throws Exception {
    ObjectMapper json = new ObjectMapper();
    TemplateData data = json.readValue(new File(args[2]), TemplateData.class);
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
    DocumentsApi documents = new DocumentsApi(client);

    expect(documents.generate("demo", "invoice", data, null, null, null, null, null, null, null), "%PDF-");
    expect(documents.generate("demo", "invoice", data, "png", null, 1, 100, null, null, null), "PNG");
    UnstoredDocumentsDocumentsInner one = json.convertValue(
        java.util.Map.of("template", "invoice", "data", json.readTree(new File(args[2]))),
        UnstoredDocumentsDocumentsInner.class);
    UnstoredDocuments several = new UnstoredDocuments().addDocumentsItem(one).addDocumentsItem(one);
    expect(documents.generateMerged("demo", several, null, null, null, null, null, null, null), "%PDF-");

    String id = documents.generateAsync("demo", "invoice", data, "once", null).getRequestId();
    RequestsApi requests = new RequestsApi(client);
    var request = requests.getRequest("demo", id);
    while (request.getCompletedAt() == null) {
      if (request.getFailedAt() != null) throw new IllegalStateException("the request failed");
      Thread.sleep(100);
      request = requests.getRequest("demo", id);
    }
    expect(documents.getDocumentPdf("demo", request.getDocumentId(), null, null), "%PDF-");
    expect(documents.getDocumentImage("demo", request.getDocumentId(), "png", 1, 100), "PNG");

    try {
      documents.generate("demo", "none", data, null, null, null, null, null, null, null);
      throw new IllegalStateException("there is no such template");
    } catch (ApiException error) {
      if (error.getCode() != 404 || !error.getResponseBody().contains("template_not_found")) throw error;
    }
  }

  private static void expect(File file, String magic) throws Exception {
    try (FileInputStream in = new FileInputStream(file)) {
      String start = new String(in.readNBytes(8), "ISO-8859-1");
      if (!start.contains(magic)) throw new IllegalStateException("not " + magic + ": " + start);
    }
  }
}
