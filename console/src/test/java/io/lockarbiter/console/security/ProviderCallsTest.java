package io.lockarbiter.console.security;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;

class ProviderCallsTest {
  private static final String BACK = "http://localhost/login/oauth2/code/staff";

  @Test
  @Timeout(120)
  void providerThatNeverAnswers_isGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String provider = "http://127.0.0.1:" + silent.getLocalPort();
      ClientRegistration registration =
          ClientRegistration.withRegistrationId("staff")
              .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
              .clientId("console")
              .redirectUri(BACK)
              .authorizationUri(provider + "/authorize")
              .tokenUri(provider + "/token")
              .build();
      OAuth2AuthorizationExchange exchange =
          new OAuth2AuthorizationExchange(
              OAuth2AuthorizationRequest.authorizationCode()
                  .authorizationUri(provider + "/authorize")
                  .clientId("console")
                  .redirectUri(BACK)
                  .state("state")
                  .build(),
              OAuth2AuthorizationResponse.success("code").redirectUri(BACK).state("state").build());
      OAuth2AuthorizationCodeGrantRequest request =
          new OAuth2AuthorizationCodeGrantRequest(registration, exchange);
      assertThatThrownBy(() -> ProviderCalls.tokens().getTokenResponse(request))
          .isInstanceOf(OAuth2AuthorizationException.class)
          .hasRootCauseInstanceOf(SocketTimeoutException.class);
    }
  }
}
