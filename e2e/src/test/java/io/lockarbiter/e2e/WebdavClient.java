package io.lockarbiter.e2e;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Requests of a user, whose password is his name, to a WebDAV server of this machine. */
final class WebdavClient {
  /** The body of a {@code LOCK}. */
  static final String EXCLUSIVE =
      "<D:lockinfo xmlns:D=\"DAV:\"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>";

  private final HttpClient http = HttpClient.newHttpClient();

  HttpResponse<String> ask(
      int port, String user, String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", DriveCalls.login(user))
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  int status(int port, String user, String method, String path, String body, String... headers)
      throws Exception {
    return ask(port, user, method, path, body, headers).statusCode();
  }
}
