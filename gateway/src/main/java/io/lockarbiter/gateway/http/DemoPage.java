package io.lockarbiter.gateway.http;

import java.net.URI;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * Serves the demo under {@code /demo/}: a page, and the key that it asks with. Whoever reaches the
 * gateway reads that key, so its rules should allow one account that nobody needs.
 */
public final class DemoPage {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final MediaType SCRIPT = MediaType.valueOf("text/javascript;charset=UTF-8");
  private static final MediaType STYLE = MediaType.valueOf("text/css;charset=UTF-8");
  private static final Map<String, MediaType> FILES =
      Map.ofEntries(
          Map.entry("index.html", MediaType.valueOf("text/html;charset=UTF-8")),
          Map.entry("page.css", STYLE),
          Map.entry("demo.css", STYLE),
          Map.entry("theme.js", SCRIPT),
          Map.entry("demo.js", SCRIPT),
          Map.entry("files.js", SCRIPT),
          Map.entry("work.js", SCRIPT),
          Map.entry("client/index.js", SCRIPT),
          Map.entry("client/acquire.js", SCRIPT),
          Map.entry("client/base.js", SCRIPT),
          Map.entry("client/events.js", SCRIPT),
          Map.entry("client/gateways.js", SCRIPT),
          Map.entry("client/lease.js", SCRIPT),
          Map.entry("client/session.js", SCRIPT),
          Map.entry("client/unreleased.js", SCRIPT));

  private final Map<String, String> settings;

  private DemoPage(String account, String key) {
    this.settings = Map.of("account", account, "key", key);
  }

  /**
   * The routes of the page.
   *
   * @param account the account in which the page works
   * @param key the key that it asks with
   */
  public static RouterFunction<ServerResponse> routes(String account, String key) {
    DemoPage page = new DemoPage(account, key);
    return RouterFunctions.route()
        .GET("/demo", request -> ServerResponse.permanentRedirect(URI.create("/demo/")).build())
        .GET("/demo/", request -> page.file("index.html"))
        .GET("/demo/settings.json", page::settings)
        .GET("/demo/{*file}", request -> page.file(request.pathVariable("file").substring(1)))
        .build();
  }

  private Mono<ServerResponse> settings(ServerRequest request) {
    return answer(MediaType.APPLICATION_JSON).bodyValue(settings);
  }

  private Mono<ServerResponse> file(String name) {
    MediaType type = FILES.get(name);
    return type == null
        ? ServerResponse.notFound().build()
        : answer(type).bodyValue(new ClassPathResource("gateway/demo/" + name));
  }

  private static ServerResponse.BodyBuilder answer(MediaType type) {
    return ServerResponse.ok()
        .contentType(type)
        .header("Cache-Control", "no-store")
        .header("Content-Security-Policy", POLICY)
        .header("Referrer-Policy", "no-referrer")
        .header("X-Content-Type-Options", "nosniff");
  }
}
