package io.lockarbiter.gateway.http;

import org.springframework.http.HttpMethod;

/** A route. */
enum Route {
  ACQUIRE(HttpMethod.POST, Route.LOCKS),
  LIST(HttpMethod.GET, Route.LOCKS),
  LOOK(HttpMethod.GET, Route.LOCK),
  RELEASE(HttpMethod.DELETE, Route.LOCK),
  RENEW(HttpMethod.POST, Route.LOCK + "/renew"),
  YIELD(HttpMethod.POST, Route.LOCK + "/yield"),
  FORCE(HttpMethod.POST, Route.LOCK + "/force"),
  KEEP_ALIVE(HttpMethod.POST, Route.SESSION + "/keep-alive"),
  RELEASE_ALL(HttpMethod.DELETE, Route.SESSION),
  EXPLAIN(HttpMethod.GET, "/v1/accounts/{account}/explain"),
  EVENTS(HttpMethod.GET, "/v1/accounts/{account}/events"),
  OPENAPI(HttpMethod.GET, "/v1/openapi.json");

  private static final String LOCKS = "/v1/accounts/{account}/locks";
  private static final String LOCK = LOCKS + "/{lockId}";
  private static final String SESSION = "/v1/accounts/{account}/sessions/{session}";

  private final HttpMethod method;
  private final String path;

  Route(HttpMethod method, String path) {
    this.method = method;
    this.path = path;
  }

  HttpMethod method() {
    return method;
  }

  String path() {
    return path;
  }
}
