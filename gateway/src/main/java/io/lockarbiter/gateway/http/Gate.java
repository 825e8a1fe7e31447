package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Quota;
import io.lockarbiter.gateway.access.Quotas;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.oidc.ProviderAwayException;
import io.lockarbiter.gateway.oidc.TokenRefusedException;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.stream.Standing;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Lets requests in: who sends them, in whose name, whether that is allowed and not too much. */
final class Gate {
  static final String SESSION = "Session";
  static final String SUB_ACCOUNT = "Sub-Account";

  /** The session of those who have none: the owner is the sub-account as a whole. */
  static final String NO_SESSION = "-";

  private static final String BEARER = "Bearer ";
  private static final String IDENTITY = Gate.class.getName() + ".IDENTITY";

  private final Access access;
  private final @Nullable Tokens tokens;
  private final Quotas quotas;

  /** A gate; without {@code tokens}, which may be null, none counts. */
  Gate(Access access, @Nullable Tokens tokens, Quotas quotas) {
    this.access = access;
    this.tokens = tokens;
    this.quotas = quotas;
  }

  /**
   * The caller of a request.
   *
   * @throws Refused if it asks too often, or if a header is invalid
   */
  Caller caller(ServerRequest request) {
    return caller(request, quotas.requests());
  }

  /**
   * The caller of a renewal or a release, which are counted apart: locks must not end because their
   * subject asked for others, or looked, too often.
   */
  Caller holder(ServerRequest request) {
    return caller(request, quotas.holds());
  }

  /**
   * The caller who opens a stream, which is counted apart: readers come back all at once when an
   * instance stops, and nobody must be refused a lock for that.
   */
  Caller reader(ServerRequest request) {
    return caller(request, quotas.opens());
  }

  private Caller caller(ServerRequest request, Quota quota) {
    Identity who = who(request);
    String subject = who.subject();
    Duration later = quota.take(subject, 1);
    if (!later.isZero()) {
      throw Refused.until(
          HttpStatus.TOO_MANY_REQUESTS,
          "TOO_MANY_REQUESTS",
          "this subject has sent as many requests within a minute as this gateway allows",
          later);
    }
    String member = id(request, SUB_ACCOUNT);
    String session = id(request, SESSION);
    return new Caller(
        who,
        new Owner(
            member == null ? subject : member,
            session == null || session.equals(NO_SESSION) ? null : session));
  }

  private static Identity who(ServerRequest request) {
    if (request.attributes().get(IDENTITY) instanceof Identity who) {
      return who;
    }
    throw new IllegalStateException("nobody has found out who sends this request");
  }

  /**
   * Finds out who sends a request, before anything else of it is looked at. Fails with {@link
   * Refused}.
   */
  Mono<Identity> identify(ServerRequest request) {
    String credential = credential(request);
    Identity known = credential == null ? null : access.ofKey(credential);
    if (known != null) {
      return Mono.just(identified(request, known));
    }
    if (credential == null || tokens == null || credential.indexOf('.') < 0) {
      return Mono.error(unknown());
    }
    return tokens
        .identify(credential, sender(request))
        .map(who -> identified(request, who))
        .onErrorMap(ProviderAwayException.class, Gate::away)
        .onErrorMap(TokenRefusedException.class, Gate::refusedToken);
  }

  private static @Nullable InetAddress sender(ServerRequest request) {
    return request.remoteAddress().map(InetSocketAddress::getAddress).orElse(null);
  }

  private static Identity identified(ServerRequest request, Identity who) {
    request.attributes().put(IDENTITY, who);
    return who;
  }

  private static @Nullable String credential(ServerRequest request) {
    String given = header(request, "Authorization");
    return given != null && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? given.substring(BEARER.length()).strip()
        : null;
  }

  private Refused unknown() {
    return Refused.of(
        HttpStatus.UNAUTHORIZED,
        "UNKNOWN_KEY",
        "the request has no key that is known here, expected Authorization: Bearer KEY"
            + (tokens == null ? "" : ", or a token of the provider"));
  }

  private static Refused away(ProviderAwayException failure) {
    return Refused.until(
        HttpStatus.SERVICE_UNAVAILABLE,
        "PROVIDER_UNREACHABLE",
        "the provider of tokens cannot be asked for its keys at present, so nothing can be said of this token; nothing was sent. Ask again later, or with a key",
        failure.retryAfter());
  }

  private static Refused refusedToken(TokenRefusedException failure) {
    return failure.hasEnded()
        ? Refused.of(
            HttpStatus.UNAUTHORIZED,
            "TOKEN_ENDED",
            "the token has ended; nothing was sent. Get a new one from the provider")
        : Refused.of(
            HttpStatus.UNAUTHORIZED,
            "INVALID_TOKEN",
            "the token does not count here: it is not signed by the provider, of another issuer or for another audience, or not valid yet; the gateway's log says why");
  }

  /** Checks that the session was not just forgotten. */
  static void requireSession(ServerRequest request) {
    if (header(request, SESSION) == null) {
      throw Refused.bad(
          "the header Session is missing: without one, all that a sub-account asks for is one owner and excludes nothing of its own. Send a random one for each tab, process or upload, and the same in its renewals and its release; or Session: - if the sub-account as a whole is meant");
    }
  }

  /** Checks that the key of a caller is his still; a token counts until it ends. */
  void requireStanding(Caller caller) {
    if (!access.isStanding(caller.who())) {
      throw unknown();
    }
  }

  /** Checks a right in an account; the caller is told no more than that it is missing. */
  void require(Caller caller, String account, Right right) {
    require(account, () -> access.allows(caller, account, right));
  }

  /**
   * Checks that a caller may look at its own, or at somebody's.
   *
   * @param isOfAll whether it looks at all whom it may see
   */
  void requireToRead(Caller caller, String account, boolean isOfAll) {
    require(
        account,
        () ->
            isOfAll
                ? access.allowsForSome(caller, account, Right.SEE)
                : access.allows(caller, account, Right.SEE));
  }

  private static void require(String account, BooleanSupplier isAllowed) {
    String problem = IdRule.problem(account);
    if (problem != null) {
      throw Refused.bad("the account " + problem);
    }
    if (!isAllowed.getAsBoolean()) {
      throw forbidden();
    }
  }

  static Refused forbidden() {
    return Refused.of(
        HttpStatus.FORBIDDEN,
        "FORBIDDEN",
        "you may not do that in this account and in this name; the gateway's log says which rule is missing");
  }

  /** Says whether a caller may see the locks of a member. */
  boolean maySee(Caller caller, String account, String member) {
    return access.mayFor(caller.who(), account, member, Right.SEE);
  }

  /** Says later whether a caller may still see what it reads, by its key and the rules then. */
  Standing standing(Caller caller, String account, boolean isForSome) {
    return () ->
        access.isStanding(caller.who())
                && (isForSome
                    ? access.mayForSome(caller.who(), account, Right.SEE)
                    : maySee(caller, account, caller.member()))
            ? null
            : Standing.CHANGED;
  }

  /** Counts the bytes of a body. */
  void count(Caller caller, int received) {
    take(
        quotas.bytes(),
        caller,
        received,
        "this subject has sent as many bytes within a minute as this gateway allows");
  }

  /**
   * Counts the bytes of an answer to a GET, before it is given: lists are larger than what asks for
   * them.
   */
  void countAnswer(Caller caller, long bytes) {
    take(
        quotas.answers(),
        caller,
        bytes,
        "this subject was given as many bytes within a minute as this gateway allows, so this answer of %d bytes is kept back. Ask again after Retry-After; follow events instead of listing again and again, or let the operators raise lockarbiter.gateway.bytes-per-minute"
            .formatted(bytes));
  }

  private static void take(Quota quota, Caller caller, long bytes, String refusal) {
    Duration later = bytes == 0 ? Duration.ZERO : quota.take(caller.subject(), bytes);
    if (!later.isZero()) {
      throw Refused.until(HttpStatus.TOO_MANY_REQUESTS, "TOO_MANY_BYTES", refusal, later);
    }
  }

  private static @Nullable String id(ServerRequest request, String name) {
    String value = header(request, name);
    if (value == null) {
      return null;
    }
    String problem = IdRule.problem(value);
    if (problem != null) {
      throw Refused.bad("the header " + name + " " + problem);
    }
    return value;
  }

  /** The value of a header; null if it is absent. */
  static @Nullable String header(ServerRequest request, String name) {
    List<String> values = request.headers().header(name);
    if (values.size() > 1) {
      throw Refused.bad("the header " + name + " is given twice");
    }
    return values.isEmpty() ? null : utf8(name, values.get(0));
  }

  /** The server gives each byte as a character. */
  private static String utf8(String name, String bytes) {
    if (bytes.chars().allMatch(c -> c < 0x80)) {
      return bytes;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1))).toString();
    } catch (CharacterCodingException e) {
      throw Refused.bad(
          "the header %s is not UTF-8; names in it would be taken for others. Send its bytes in UTF-8"
              .formatted(name));
    }
  }
}
