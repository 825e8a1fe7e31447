package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends the requests of {@code wopi/cases.txt} to servers in turn, and compares their answers. */
public final class WopiCases {
  /** A secret for tests. */
  public static final byte[] KEY = "of a test, 32 bytes at the least".getBytes(UTF_8);

  private static final WopiTokens TOKENS = WopiTokens.of(KEY, "acme");
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Map<String, String> OVERRIDES =
      Map.of(
          "Lock", "LOCK",
          "UnlockAndRelock", "LOCK",
          "Unlock", "UNLOCK",
          "RefreshLock", "REFRESH_LOCK",
          "GetLock", "GET_LOCK",
          "PutFile", "PUT",
          "PutRelativeFile", "PUT_RELATIVE");
  private static final Map<String, String> HEADERS =
      Map.of(
          "lock", "X-WOPI-Lock",
          "old", "X-WOPI-OldLock",
          "suggested", "X-WOPI-SuggestedTarget",
          "relative", "X-WOPI-RelativeTarget",
          "overwrite", "X-WOPI-OverwriteRelativeTarget");

  private final List<Integer> ports;
  private final Path folder;
  private int requests;

  /**
   * Cases for servers.
   *
   * @param folder the folder that they serve
   */
  public WopiCases(List<Integer> ports, Path folder) {
    this.ports = ports;
    this.folder = folder;
  }

  /**
   * A case.
   *
   * @param lines its requests, each with its answer
   */
  public record Case(String name, List<String> lines) {}

  /** The path of a file, or of its contents, for an office suite; with a token that may write. */
  public static String address(String user, String path, boolean isContents) {
    return address(
        path, isContents, TOKENS.issue(user, path, /* mayWrite= */ true, Duration.ofHours(1)));
  }

  private static String address(String path, boolean isContents, String token) {
    return "/wopi/files/%s%s?access_token=%s"
        .formatted(WopiTokens.id(path), isContents ? "/contents" : "", token);
  }

  /** All cases. */
  public static List<Case> all() throws Exception {
    List<Case> cases = new ArrayList<>();
    try (InputStream file = WopiCases.class.getResourceAsStream("/wopi/cases.txt")) {
      for (String line : new String(file.readAllBytes(), UTF_8).lines().toList()) {
        if (line.startsWith("case ")) {
          cases.add(new Case(line.substring("case ".length()), new ArrayList<>()));
        } else if (!line.isBlank() && !line.startsWith("#")) {
          cases.get(cases.size() - 1).lines().add(line);
        }
      }
    }
    return cases;
  }

  /** Runs a case on a file of its own. */
  public void run(Case each) throws Exception {
    String path = "/" + each.name() + ".wopitest";
    Files.writeString(folder.resolve(path.substring(1)), "blank");
    Map<String, String> kept = new HashMap<>();
    for (String line : each.lines()) {
      List<String> parts = Arrays.asList(line.split(" -> ", 2));
      List<String> asked = Arrays.asList(parts.get(0).split(" "));
      List<String> expected = Arrays.asList(parts.get(1).split(" "));
      HttpResponse<String> answer = send(path, asked.get(0), values(asked));
      assertThat(expected.get(0).split("\\|"))
          .as("%s: %s%n%s%n%s", each.name(), line, answer.headers().map(), answer.body())
          .contains(Integer.toString(answer.statusCode()));
      for (String expectation : expected.subList(1, expected.size())) {
        compare(expectation, answer, kept, each.name() + ": " + line);
      }
    }
  }

  private static Map<String, String> values(List<String> asked) {
    Map<String, String> values = new HashMap<>();
    for (String each : asked.subList(1, asked.size())) {
      int at = each.indexOf('=');
      values.put(each.substring(0, at), text(each.substring(at + 1)));
    }
    return values;
  }

  private static String text(String value) {
    return value.startsWith("@")
        ? "0123456789".repeat(200).substring(0, Integer.parseInt(value.substring(1)))
        : value;
  }

  private HttpResponse<String> send(String path, String name, Map<String, String> values)
      throws Exception {
    boolean isContents = name.equals("GetFile") || name.equals("PutFile");
    String token = values.get("token");
    String address =
        token == null ? address("ann", path, isContents) : address(path, isContents, token);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + ports.get(requests++ % ports.size()) + address));
    String override = OVERRIDES.get(name);
    if (override != null) {
      request.header("X-WOPI-Override", override);
      request.POST(BodyPublishers.ofString(Objects.requireNonNullElse(values.get("body"), "")));
    }
    HEADERS.forEach(
        (key, header) -> {
          if (values.containsKey(key)) {
            request.header(header, values.get(key));
          }
        });
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  private static void compare(
      String expectation, HttpResponse<String> answer, Map<String, String> kept, String line) {
    String version = answer.headers().firstValue("X-WOPI-ItemVersion").orElse("");
    int at = expectation.indexOf('=');
    String value = at < 0 ? "" : text(expectation.substring(at + 1));
    if (expectation.startsWith("lock=")) {
      assertThat(answer.headers().firstValue("X-WOPI-Lock")).as(line).contains(value);
    } else if (expectation.startsWith("version")) {
      assertThat(version).as(line).isNotEmpty();
      if (expectation.startsWith("version!")) {
        assertThat(version).as(line).isNotEqualTo(kept.get(value));
      } else if (at >= 0) {
        assertThat(version).as(line).isEqualTo(kept.get(value));
      }
    } else if (expectation.startsWith("keep:info:")) {
      kept.put(
          expectation.substring("keep:info:".length()), property("Version", answer.body(), line));
    } else if (expectation.startsWith("keep:")) {
      kept.put(expectation.substring("keep:".length()), version);
    } else if (expectation.startsWith("info:")) {
      String name = expectation.substring("info:".length(), at < 0 ? expectation.length() : at);
      String found = property(name, answer.body(), line);
      if (at >= 0) {
        assertThat(found)
            .as(line)
            .isEqualTo(value.startsWith("$") ? kept.get(value.substring(1)) : value);
      }
    } else if (expectation.startsWith("body=")) {
      assertThat(answer.body()).as(line).isEqualTo(value);
    } else {
      throw new AssertionError(line + " has an unknown expectation");
    }
  }

  private static String property(String name, String json, String line) {
    Matcher found = Pattern.compile("\"" + name + "\":\"?([^\",}]+)").matcher(json);
    assertThat(found.find()).as("%s%n%s", line, json).isTrue();
    return found.group(1);
  }
}
