package io.lockarbiter.cli.connect;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks arbiters over HTTP. */
public final class ArbiterHttp {
  /** The address of an arbiter on this machine, with its default port. */
  public static final String BY_DEFAULT = "http://localhost:8080";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_BYTES_OF_A_PROBLEM = 64 << 10;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /** For any number of questions. */
  public ArbiterHttp() {}

  /** Reads the body of an answer. */
  public interface Reader<T> {
    /** The answer in this body. */
    T read(InputStream body) throws IOException;
  }

  /** An arbiter refused to answer, and said why. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /**
   * The answer to a GET.
   *
   * @param address path and query
   * @throws IOException if there is no answer, or a refusal; {@link #problem} tells it
   * @throws JacksonException if the reader meets something else than JSON of an arbiter
   */
  public <T> T get(String arbiter, String address, Reader<T> reader)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(arbiter.replaceFirst("/+$", "") + address))
            .timeout(PATIENCE)
            .build();
    HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      if (answer.statusCode() == 200) {
        return reader.read(body);
      }
      String said = "it answers " + answer.statusCode();
      String detail = detail(body.readNBytes(MOST_BYTES_OF_A_PROBLEM));
      throw detail.isEmpty() ? new IOException(said) : new RefusedException(said + ": " + detail);
    }
  }

  /** The text of a problem as an arbiter answers it; empty if it is none. */
  private static String detail(byte[] body) {
    try {
      return JsonMapper.shared().readTree(body).path("detail").asString("");
    } catch (JacksonException e) {
      return "";
    }
  }

  /** The reason why there is no answer, with the remedy. */
  public static String problem(Exception failure) {
    String why = why(failure);
    return failure instanceof RefusedException || why.contains("Fix: ")
        ? why
        : why
            + ". Fix: --arbiter=URL of an arbiter's HTTP side (server.port, 8080 by default), by a name that its lockarbiter.http.allowed-hosts has";
  }

  private static String why(Exception failure) {
    if (failure instanceof ConnectException && failure.getMessage() == null) {
      return "nobody listens there. Fix: start the arbiter, or --arbiter=URL of the HTTP side of one that runs (server.port, 8080 by default)";
    }
    String message = failure.getMessage();
    return message == null ? failure.toString() : message.lines().findFirst().orElse("");
  }

  /** Checks the address of an arbiter. */
  public static void requireUrl(CommandSpec spec, String arbiter) {
    try {
      URI uri = URI.create(arbiter);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // reported below, like an address that is not http
    }
    throw new ParameterException(
        spec.commandLine(),
        "--arbiter=%s, expected a URL such as %s".formatted(arbiter, BY_DEFAULT));
  }
}
