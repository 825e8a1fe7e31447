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
 * What a provider of OpenID Connect is asked at a login, with an end to the wait for its answer:
 * the standard ones have none, and few logins go on at a time. The provider's keys are fetched with
 * a limit already.
 */
final class ProviderCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private ProviderCalls() {}

  /** For the tokens of a code. */
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

  /** For what is told of a user. */
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
