package io.lockarbiter.console.security;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.util.StringUtils;

/**
 * Begins a login at a known provider; at an unknown one it neither begins a login nor writes a line
 * to the log.
 */
record KnownProviders(
    ClientRegistrationRepository registrations, OAuth2AuthorizationRequestResolver resolver)
    implements OAuth2AuthorizationRequestResolver {
  KnownProviders(ClientRegistrationRepository registrations) {
    this(
        registrations,
        new DefaultOAuth2AuthorizationRequestResolver(registrations, LoginUnderWay.BEGIN));
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request) {
    String path = request.getServletPath();
    return path.startsWith(LoginUnderWay.BEGIN + "/")
            && isKnown(path.substring(LoginUnderWay.BEGIN.length() + 1))
        ? resolver.resolve(request)
        : null;
  }

  @Override
  public @Nullable OAuth2AuthorizationRequest resolve(HttpServletRequest request, String name) {
    return isKnown(name) ? resolver.resolve(request, name) : null;
  }

  private boolean isKnown(String name) {
    return StringUtils.hasText(name) && registrations.findByRegistrationId(name) != null;
  }
}
