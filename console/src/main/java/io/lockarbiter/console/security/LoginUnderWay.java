package io.lockarbiter.console.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.crypto.encrypt.AesGcmBytesEncryptor;
import org.springframework.security.crypto.encrypt.BytesEncryptor;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.web.util.WebUtils;

/**
 * The data to remember while somebody logs in at a provider of OpenID Connect. They are in a cookie
 * of the browser, which only this process can read or make, so a client that begins a login takes
 * no memory here.
 */
final class LoginUnderWay implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
  /** Longest stay at the provider. */
  static final Duration LASTS = Duration.ofMinutes(10);

  static final String COOKIE = "lockarbiter-console-oidc";

  /** The address at which a login begins. */
  static final String BEGIN = "/oauth2/authorization";

  /** The address to which providers send browsers back; the cookie is sent to no other. */
  static final String RETURN = "/login/oauth2/code";

  private static final int MOST_LETTERS = 4_000;
  private static final int KEY_BYTES = 32;

  private final ClientRegistrationRepository registrations;
  private final LongSupplier nanoTime;
  private final BytesEncryptor cipher;

  /**
   * Creates a repository with a new key.
   *
   * @param nanoTime this machine's monotonic clock
   */
  LoginUnderWay(ClientRegistrationRepository registrations, LongSupplier nanoTime) {
    this.registrations = registrations;
    this.nanoTime = nanoTime;
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    this.cipher = AesGcmBytesEncryptor.withSecretKey(new SecretKeySpec(key, "AES")).build();
  }

  @Override
  public void saveAuthorizationRequest(
      @Nullable OAuth2AuthorizationRequest login,
      HttpServletRequest request,
      HttpServletResponse response) {
    if (login == null) {
      tell(request, response, "", Duration.ZERO);
      return;
    }
    byte[] hidden = cipher.encrypt(bytes(login));
    tell(request, response, Base64.getUrlEncoder().withoutPadding().encodeToString(hidden), LASTS);
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
    Cookie cookie = WebUtils.getCookie(request, COOKIE);
    String state = request.getParameter(OAuth2ParameterNames.STATE);
    if (cookie == null || state == null || cookie.getValue().length() > MOST_LETTERS) {
      return null;
    }
    try {
      OAuth2AuthorizationRequest login =
          login(cipher.decrypt(Base64.getUrlDecoder().decode(cookie.getValue())));
      return login != null && state.equals(login.getState()) ? login : null;
    } catch (RuntimeException | IOException e) {
      // The cookie is from another process, or altered; the cipher reports that in several ways.
      return null;
    }
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
      HttpServletRequest request, HttpServletResponse response) {
    OAuth2AuthorizationRequest login = loadAuthorizationRequest(request);
    if (login != null) {
      tell(request, response, "", Duration.ZERO);
    }
    return login;
  }

  private static void tell(
      HttpServletRequest request, HttpServletResponse response, String value, Duration lasts) {
    response.addHeader(
        HttpHeaders.SET_COOKIE,
        ResponseCookie.from(COOKIE, value)
            .path(request.getContextPath() + RETURN)
            .maxAge(lasts)
            .httpOnly(true)
            .secure(request.isSecure())
            .sameSite("Lax")
            .build()
            .toString());
  }

  /** Returns the time of the beginning, and the data that the registration does not contain. */
  private byte[] bytes(OAuth2AuthorizationRequest login) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(nanoTime.getAsLong());
      out.writeUTF(Objects.requireNonNull(login.getState()));
      out.writeUTF(Objects.requireNonNull(login.getRedirectUri()));
      out.writeByte(login.getAttributes().size());
      for (Map.Entry<String, Object> attribute : login.getAttributes().entrySet()) {
        out.writeUTF(attribute.getKey());
        out.writeUTF((String) attribute.getValue());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private @Nullable OAuth2AuthorizationRequest login(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (nanoTime.getAsLong() - in.readLong() > LASTS.toNanos()) {
      return null;
    }
    String state = in.readUTF();
    String redirectUri = in.readUTF();
    Map<String, Object> attributes = new HashMap<>();
    for (int left = in.readByte(); left > 0; left--) {
      attributes.put(in.readUTF(), in.readUTF());
    }
    Object name = Objects.requireNonNull(attributes.get(OAuth2ParameterNames.REGISTRATION_ID));
    ClientRegistration registration =
        Objects.requireNonNull(registrations.findByRegistrationId((String) name));
    return OAuth2AuthorizationRequest.authorizationCode()
        .authorizationUri(
            Objects.requireNonNull(registration.getProviderDetails().getAuthorizationUri()))
        .clientId(registration.getClientId())
        .scopes(registration.getScopes())
        .redirectUri(redirectUri)
        .state(state)
        .attributes(attributes)
        .build();
  }
}
