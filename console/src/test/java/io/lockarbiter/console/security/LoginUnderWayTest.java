package io.lockarbiter.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

class LoginUnderWayTest {
  private static final String RETURN = "https://console.example/login/oauth2/code/staff";
  private static final InMemoryClientRegistrationRepository REGISTRATIONS =
      new InMemoryClientRegistrationRepository(
          ClientRegistration.withRegistrationId("staff")
              .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
              .clientId("console")
              .redirectUri(RETURN)
              .scope("openid", "profile")
              .authorizationUri("https://provider.example/authorize")
              .tokenUri("https://provider.example/token")
              .build());
  private static final OAuth2AuthorizationRequest LOGIN =
      OAuth2AuthorizationRequest.authorizationCode()
          .authorizationUri("https://provider.example/authorize")
          .clientId("console")
          .redirectUri(RETURN)
          .scope("openid", "profile")
          .state("the state")
          .attributes(
              Map.of(
                  "registration_id", "staff", "nonce", "a nonce", "code_verifier", "the verifier"))
          .build();

  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 1);
  private final LoginUnderWay logins = new LoginUnderWay(REGISTRATIONS, nanoTime::get);

  private Cookie begin() {
    MockHttpServletResponse response = new MockHttpServletResponse();
    logins.saveAuthorizationRequest(LOGIN, new MockHttpServletRequest(), response);
    return Objects.requireNonNull(response.getCookie(LoginUnderWay.COOKIE));
  }

  private static MockHttpServletRequest comingBack(String value, String state) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setCookies(new Cookie(LoginUnderWay.COOKIE, value));
    request.setParameter("state", state);
    return request;
  }

  private @Nullable OAuth2AuthorizationRequest known(String value, String state) {
    return logins.loadAuthorizationRequest(comingBack(value, state));
  }

  @Test
  void whoComesBack_isKnownByHisCookie_whichEnds() {
    Cookie cookie = begin();
    assertThat(cookie.isHttpOnly()).isTrue();
    assertThat(cookie.getPath()).isEqualTo("/login/oauth2/code");
    assertThat(cookie.getMaxAge()).isEqualTo(600);
    assertThat(begin().getValue()).isNotEqualTo(cookie.getValue());

    MockHttpServletResponse response = new MockHttpServletResponse();
    OAuth2AuthorizationRequest found =
        logins.removeAuthorizationRequest(comingBack(cookie.getValue(), "the state"), response);

    assertThat(found)
        .usingRecursiveComparison()
        .ignoringFields("authorizationRequestUri")
        .isEqualTo(LOGIN);
    assertThat(Objects.requireNonNull(response.getCookie(LoginUnderWay.COOKIE)).getMaxAge())
        .isZero();
  }

  @Test
  void anotherState_isNotOfThisLogin() {
    assertThat(known(begin().getValue(), "another state")).isNull();
  }

  @Test
  void afterTenMinutes_itIsForgotten() {
    String value = begin().getValue();
    nanoTime.addAndGet(LoginUnderWay.LASTS.toNanos());
    assertThat(known(value, "the state")).isNotNull();
    nanoTime.addAndGet(1);
    assertThat(known(value, "the state")).isNull();
  }

  @Test
  void whatAnotherHasMade_isNothing() {
    String value = begin().getValue();
    for (int n : new int[] {0, value.length() / 2, value.length() - 1}) {
      // Up to four bits of the last character count for nothing: A to P may be the same.
      boolean isLow = value.charAt(n) >= 'A' && value.charAt(n) <= 'P';
      String altered = value.substring(0, n) + (isLow ? 'Q' : 'A') + value.substring(n + 1);
      assertThat(known(altered, "the state")).as(altered).isNull();
    }
    for (String foreign : new String[] {"", "A", "no base64!", "A".repeat(64), "A".repeat(9_000)}) {
      assertThat(known(foreign, "the state")).as(foreign).isNull();
    }
    LoginUnderWay another = new LoginUnderWay(REGISTRATIONS, nanoTime::get);
    assertThat(another.loadAuthorizationRequest(comingBack(value, "the state"))).isNull();
  }
}
