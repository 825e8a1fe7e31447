package io.lockarbiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines for curl that {@code up} prints, sent to a gateway. */
class UpLinesIT {
  private static final Pattern LINE = Pattern.compile("(?m)^ *curl -s (-H 'Authorization.*)$");
  private static final Pattern HEADER = Pattern.compile("-H '([^:']+): ([^']*)'");
  private static final Pattern BODY = Pattern.compile("-d '([^']*)'");
  private static final Pattern METHOD = Pattern.compile("-X ([A-Z]+)");
  private static final Pattern STATE = Pattern.compile("\"state\":\"([a-z]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void linesForCurl_areAnsweredAsTheTextSays() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter =
            EmbeddedArbiter.start(
                infrastructure, 0, Map.of("lockarbiter.topics.partitions", "1"))) {
      arbiter.awaitRunning(Patience.LIMIT);
      try (EmbeddedGateway gateway = EmbeddedGateway.start(infrastructure, 0, Map.of())) {
        await().until(() -> isReady(gateway.address()));
        String text =
            UpText.of(
                infrastructure.bootstrapServers(),
                infrastructure.redisAddress(),
                arbiter.httpAddress(),
                "http://none",
                gateway.address(),
                gateway.key());
        List<String> states = new ArrayList<>();
        Matcher line = LINE.matcher(text);
        while (line.find()) {
          states.add(state(line.group(1)));
        }
        assertThat(states)
            .containsExactly(
                "201 granted", "202 queued", "200 granted", "200 released", "200 granted");
      }
    }
  }

  private boolean isReady(String address) throws Exception {
    URI uri = URI.create(address + "/actuator/health/readiness");
    return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
            .statusCode()
        == 200;
  }

  private String state(String line) throws Exception {
    String address = line.substring(line.lastIndexOf(' ') + 1).replace("'", "");
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    Matcher header = HEADER.matcher(line);
    while (header.find()) {
      request.header(header.group(1), header.group(2));
    }
    Matcher body = BODY.matcher(line);
    Matcher method = METHOD.matcher(line);
    if (body.find()) {
      request.POST(HttpRequest.BodyPublishers.ofString(body.group(1)));
    } else if (method.find()) {
      request.method(method.group(1), HttpRequest.BodyPublishers.noBody());
    }
    HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    Matcher state = STATE.matcher(answer.body());
    return answer.statusCode() + " " + (state.find() ? state.group(1) : answer.body());
  }
}
