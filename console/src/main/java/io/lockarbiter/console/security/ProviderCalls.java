package io.lockarbiter.console.security;

import java.time.Duration;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * The calls to a provider of OpenID Connect at a login, with a timeout: the standard calls have
 * none, and only few logins can run at a time. Fetching the provider's keys has a limit already.
 */
final class ProviderCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private ProviderCalls() {}

  /** Fetches the tokens for a code. */
  static RestClientAuthorizationCodeTokenResponseClient tokens() {
    RestClientAuthorizationCodeTokenResponseClient tokens =
        new RestClientAuthorizationCodeTokenResponseClient();
    tokens.setRestClient(
        RestClient.builder()
            .requestFactory(requests())
            .messageConverters(
                converters -> {
                  converters.clear();
                  converters.add(new FormHttpMessageConverter());
                  converters.add(new OAuth2AccessTokenResponseHttpMessageConverter());
                })
            .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
            .build());
    return tokens;
  }

  /** Fetches the user's claims. */
  static DefaultOAuth2UserService users() {
    RestTemplate rest = new RestTemplate(requests());
    rest.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
    DefaultOAuth2UserService users = new DefaultOAuth2UserService();
    users.setRestOperations(rest);
    return users;
  }

  private static SimpleClientHttpRequestFactory requests() {
    SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
    requests.setConnectTimeout(PATIENCE);
    requests.setReadTimeout(PATIENCE);
    return requests;
  }
}
