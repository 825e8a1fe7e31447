package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.lockarbiter.contracts.lock.IdRule;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens that are signed with a secret, so that any server checks them without asking
 * anybody: JWTs of HS256 (RFC 7519), which programs in every language can make. Each is for one
 * file and one user until a time.
 *
 * <p>The claims are {@code sub}, the user; {@code file}, the path; {@code exp}, epoch seconds;
 * {@code write}, false if absent; and {@code name}, for people to read, the user if absent. The id
 * of a file is its path in URL-safe Base64 without padding.
 */
public final class WopiTokens implements WopiAccess {
  private static final int FEWEST_KEY_BYTES = 32;
  private static final Duration USUAL = Duration.ofHours(10);
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final MACSigner signer;
  private final MACVerifier verifier;
  private final String account;
  private final InstantSource clock;

  WopiTokens(byte[] key, String account, InstantSource clock) {
    if (key.length < FEWEST_KEY_BYTES) {
      throw new IllegalArgumentException(
          "The key has %d bytes, expected %d or more. Make one: head -c 48 /dev/urandom | base64"
              .formatted(key.length, FEWEST_KEY_BYTES));
    }
    try {
      this.signer = new MACSigner(key);
      this.verifier = new MACVerifier(key);
    } catch (JOSEException e) {
      throw new IllegalArgumentException(e);
    }
    this.account = account;
    this.clock = clock;
  }

  /**
   * Tokens of a key.
   *
   * @param key 32 bytes or more, which nobody else knows
   * @param account the account in which all files lie
   */
  public static WopiTokens of(byte[] key, String account) {
    return new WopiTokens(key, account, InstantSource.system());
  }

  /** Tokens of the key in a file; white space around it does not count. */
  public static WopiTokens in(Path file, String account) throws IOException {
    return of(Files.readString(file).strip().getBytes(UTF_8), account);
  }

  /** The id of a file, as it stands in addresses. */
  public static String id(String path) {
    return encode(path);
  }

  /** A token for a user and a file. */
  public String issue(String user, String path, boolean mayWrite, Duration validFor) {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader(JWSAlgorithm.HS256),
            new JWTClaimsSet.Builder()
                .subject(user)
                .claim("file", path)
                .claim("write", mayWrite)
                .expirationTime(Date.from(clock.instant().plus(validFor)))
                .build());
    try {
      token.sign(signer);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return token.serialize();
  }

  @Override
  public @Nullable WopiFile of(HttpServletRequest request, String fileId, String token) {
    return read(fileId, token);
  }

  /** The file of a token; null if it is not valid. */
  @Nullable WopiFile read(String fileId, String token) {
    try {
      return file(fileId, token);
    } catch (ParseException | JOSEException | RuntimeException e) {
      // The library throws whatever a text happens to cause in it, such as the header null.
      return null;
    }
  }

  private @Nullable WopiFile file(String fileId, String token)
      throws ParseException, JOSEException {
    SignedJWT jwt = SignedJWT.parse(token);
    if (!jwt.getHeader().getAlgorithm().equals(JWSAlgorithm.HS256) || !jwt.verify(verifier)) {
      return null;
    }
    JWTClaimsSet claims = jwt.getJWTClaimsSet();
    String user = claims.getSubject();
    String path = claims.getStringClaim("file");
    Date end = claims.getExpirationTime();
    if (user == null
        || IdRule.problem(user) != null
        || path == null
        || !path.equals(decode(fileId))
        || end == null
        || end.getTime() <= clock.millis()) {
      return null;
    }
    return new WopiFile(
        new WebdavPlace(account, user, path),
        path,
        Objects.requireNonNullElse(claims.getStringClaim("name"), user),
        Boolean.TRUE.equals(claims.getBooleanClaim("write")),
        Map.of());
  }

  private static String encode(String text) {
    return ENCODER.encodeToString(text.getBytes(UTF_8));
  }

  private static String decode(String encoded) {
    return new String(DECODER.decode(encoded), UTF_8);
  }

  /** The mistake about a file with a key, and what helps; null if there is none. */
  static @Nullable String mistake(Path key) {
    return Files.isReadable(key)
        ? null
        : "key=%s cannot be read, so no token can be made or checked. Fix: head -c 48 /dev/urandom | base64 > %s, the same for all servers"
            .formatted(key, key);
  }

  /** The first mistake in the arguments, and what helps; null if there is none. */
  static @Nullable String mistake(String[] args) {
    if (!args[2].startsWith("/")) {
      return "path=%s does not begin with a slash, so no file would be found by this token. Fix: /%s"
          .formatted(args[2], args[2]);
    }
    if (args.length > 3 && !args[3].matches("read|[0-9]{1,9}")) {
      return "minutes=%s is no number, so nobody knows when the token ends. Fix: leave it out for %d h, or give minutes"
          .formatted(args[3], USUAL.toHours());
    }
    return mistake(Path.of(args[0]));
  }

  /** Prints the id of a file and a token for it. */
  public static void main(String[] args) throws IOException {
    String mistake = args.length < 3 ? "Usage: KEYFILE USER PATH [minutes] [read]" : mistake(args);
    if (mistake != null) {
      System.err.println(mistake);
      System.exit(2);
    }
    boolean isReader = args[args.length - 1].equals("read");
    Duration validFor =
        args.length > 3 && !args[3].equals("read")
            ? Duration.ofMinutes(Long.parseLong(args[3]))
            : USUAL;
    System.out.println(id(args[2]));
    System.out.println(in(Path.of(args[0]), "").issue(args[1], args[2], !isReader, validFor));
  }
}
