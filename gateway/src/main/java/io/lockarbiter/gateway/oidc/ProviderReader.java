package io.lockarbiter.gateway.oidc;

import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import io.netty.channel.ChannelOption;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a provider for its keys. Follows no redirection, and reads no more than 256 KiB. */
final class ProviderReader {
  private static final String DISCOVERY = "/.well-known/openid-configuration";
  private static final String NO_SET = "its keys are no JWK set";
  private static final int MOST_BYTES = 1 << 18;
  private static final int MOST_KEYS = 100;
  private static final int LEAST_RSA_BITS = 2048;

  private final ProviderOptions options;
  private final WebClient http;

  ProviderReader(ProviderOptions options) {
    this.options = options;
    this.http =
        WebClient.builder()
            .clientConnector(
                new ReactorClientHttpConnector(
                    HttpClient.newConnection()
                        .followRedirect(false)
                        .option(
                            ChannelOption.CONNECT_TIMEOUT_MILLIS,
                            Math.toIntExact(options.timeout().toMillis()))))
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(MOST_BYTES))
            .build();
  }

  /** Its public keys, as far as tokens may be signed with them. */
  Mono<List<JWK>> keys() {
    return Mono.defer(this::keysAddress)
        .flatMap(this::get)
        .map(ProviderReader::parsed)
        .timeout(options.timeout())
        .onErrorMap(TimeoutException.class, failure -> late());
  }

  private IllegalArgumentException late() {
    return new IllegalArgumentException(
        "it did not answer within %d ms".formatted(options.timeout().toMillis()));
  }

  private static IllegalArgumentException tooLarge() {
    return new IllegalArgumentException("an answer has more than %d bytes".formatted(MOST_BYTES));
  }

  private Mono<URI> keysAddress() {
    return options.jwkSetUri() == null
        ? get(discovery(options.issuer())).map(this::discovered)
        : Mono.just(options.jwkSetUri());
  }

  /** OpenID Connect Discovery 1.0, section 4: a slash at the end of the issuer does not count. */
  private static URI discovery(String issuer) {
    return URI.create(
        (issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer) + DISCOVERY);
  }

  private Mono<byte[]> get(URI address) {
    return http.get()
        .uri(address)
        .retrieve()
        .bodyToMono(byte[].class)
        .switchIfEmpty(Mono.error(() -> new IllegalArgumentException("an answer is empty")))
        .onErrorMap(DataBufferLimitException.class, failure -> tooLarge());
  }

  private URI discovered(byte[] document) {
    JsonNode read = json(document, "its discovery is no JSON");
    if (!read.path("issuer").asString("").equals(options.issuer())) {
      throw new IllegalArgumentException("its discovery is of another issuer");
    }
    String keys = read.path("jwks_uri").asString("");
    String problem = ProviderAddress.problem(keys);
    if (problem != null) {
      throw new IllegalArgumentException("its discovery has a jwks_uri that " + problem);
    }
    return URI.create(keys);
  }

  private static JsonNode json(byte[] document, String problem) {
    try {
      return JsonMapper.shared().readTree(document);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(problem, e);
    }
  }

  /** A key of a kind that is not known here takes no other with it. */
  private static List<JWK> parsed(byte[] document) {
    JsonNode keys = json(document, NO_SET).path("keys");
    if (!keys.isArray()) {
      throw new IllegalArgumentException(NO_SET);
    }
    if (keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "it has %d keys, expected %d at most".formatted(keys.size(), MOST_KEYS));
    }
    List<JWK> known = keys.valueStream().flatMap(key -> known(key).stream()).toList();
    if (known.isEmpty() && !keys.isEmpty()) {
      throw new IllegalArgumentException("none of its keys can be read");
    }
    return known.stream()
        .filter(key -> key instanceof AsymmetricJWK)
        .filter(key -> !(key instanceof RSAKey) || key.size() >= LEAST_RSA_BITS)
        .map(JWK::toPublicJWK)
        .toList();
  }

  private static Optional<JWK> known(JsonNode key) {
    if (!key.isObject()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JWK.parse(key.toString()));
    } catch (ParseException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
