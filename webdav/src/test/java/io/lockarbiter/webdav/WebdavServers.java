package io.lockarbiter.webdav;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.testing.FakeArbiter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * WebDAV servers over one folder and one fake arbiter, for which the time of this machine passes.
 */
final class WebdavServers implements AutoCloseable {
  static final String EXCLUSIVE =
      "<?xml version=\"1.0\"?><D:lockinfo xmlns:D=\"DAV:\"><D:lockscope><D:exclusive/></D:lockscope>"
          + "<D:locktype><D:write/></D:locktype><D:owner>ann's laptop</D:owner></D:lockinfo>";
  static final String SHARED = EXCLUSIVE.replace("exclusive", "shared");
  private static final Pattern TOKEN = Pattern.compile("<(urn:uuid:[^>]+)>");

  final FakeArbiter arbiter = new FakeArbiter();
  final LockClient client;
  final Path folder;
  final WopiTokens tokens = WopiTokens.of(WopiCases.KEY, "acme");
  private final List<WebdavServer> servers = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicBoolean ends = new AtomicBoolean();
  private final Thread time = new Thread(this::passTime);

  WebdavServers(Path folder, int number) throws Exception {
    this.folder = folder;
    client = arbiter.client("others");
    Path users = folder.resolveSibling(folder.getFileName() + "-users.xml");
    Files.writeString(
        users,
        "<tomcat-users><user username=\"ann\" password=\"a\" roles=\"\"/><user username=\"bob\" password=\"b\" roles=\"\"/></tomcat-users>");
    time.setDaemon(true);
    time.start();
    for (int i = 0; i < number; i++) {
      LockClient each = arbiter.client("server-" + i);
      LockView view = new FakeLockView(arbiter);
      SharedFolder shared = SharedFolder.at(folder);
      servers.add(
          WebdavServer.start(
              new ArbiterWebdavServlet(each, view, WebdavPlaces.inAccount("acme"), shared),
              new WopiServlet(each, view, tokens, shared),
              folder,
              0,
              users));
    }
  }

  /** Two servers over a new folder with the file {@code docs/NAME}. */
  static WebdavServers withFile(Path temporary, String name) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("drive"));
    Files.writeString(Files.createDirectory(folder.resolve("docs")).resolve(name), "first");
    return new WebdavServers(folder, 2);
  }

  private void passTime() {
    long passed = System.nanoTime();
    while (!ends.get()) {
      long now = System.nanoTime();
      arbiter.pass(Duration.ofNanos(now - passed));
      passed = now;
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  int port(int server) {
    return servers.get(server).port();
  }

  List<Integer> ports() {
    return servers.stream().map(WebdavServer::port).toList();
  }

  /** Stops a server; its arbiter's client dies with it. */
  void stop(int server) {
    servers.get(server).close();
  }

  URI uri(int server, String path) {
    return URI.create("http://127.0.0.1:" + port(server) + path);
  }

  /** The answer of a server to a user. */
  HttpResponse<String> ask(
      int server, String user, String method, String path, String body, String... headers)
      throws Exception {
    return http.send(
        request(server, user, method, path, headers)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  /** The answer of a server to an office suite that works for a user. */
  HttpResponse<String> office(
      int server, String user, String override, String path, String body, String... headers)
      throws Exception {
    boolean isContents = override.equals("PUT") || override.equals("GET contents");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(server, WopiCases.address(user, path, isContents)));
    if (!override.startsWith("GET ")) {
      request.header("X-WOPI-Override", override).POST(BodyPublishers.ofString(body));
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** The status of the same, for a request with a lock id. */
  int officeStatus(int server, String user, String override, String path, String body, String lock)
      throws Exception {
    return office(server, user, override, path, body, "X-WOPI-Lock", lock).statusCode();
  }

  HttpRequest.Builder request(
      int server, String user, String method, String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(server, path));
    request.method(method, BodyPublishers.noBody());
    String login = user + ":" + user.charAt(0);
    request.header(
        "Authorization",
        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  HttpClient http() {
    return http;
  }

  int status(int server, String user, String method, String path, String body, String... headers)
      throws Exception {
    return ask(server, user, method, path, body, headers).statusCode();
  }

  /** Locks a path, and returns the token. */
  String locked(int server, String user, String path, String info, String... headers)
      throws Exception {
    HttpResponse<String> answer = ask(server, user, "LOCK", path, info, headers);
    Matcher token = TOKEN.matcher(answer.headers().firstValue("Lock-Token").orElse(""));
    if (!token.find()) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
    return token.group(1);
  }

  static String ifToken(String token) {
    return "(<" + token + ">)";
  }

  String content(String path) throws Exception {
    return Files.readString(folder.resolve(path.substring(1)));
  }

  @Override
  public void close() throws Exception {
    servers.forEach(WebdavServer::close);
    client.close();
    ends.set(true);
    time.join();
  }
}
