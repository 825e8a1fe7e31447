package io.lockarbiter.console.config;

import io.lockarbiter.console.security.LoginOffer;
import io.lockarbiter.service.StartupRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;

/**
 * Providers of OpenID Connect by Spring's ordinary properties, as far as an issuer needs them:
 * {@code spring.security.oauth2.client.registration.NAME.client-id}, {@code .client-secret}, {@code
 * .scope}, {@code .provider}, and {@code spring.security.oauth2.client.provider.NAME.issuer-uri}.
 */
record OidcProviders(List<ClientRegistration> registrations) {
  private static final String CLIENT = "spring.security.oauth2.client.";

  /** A registration. */
  record Registration(
      String clientId,
      @Nullable String clientSecret,
      @Nullable Set<String> scope,
      @Nullable String provider) {}

  /** A provider; its issuer tells all further addresses. */
  record Provider(String issuerUri) {}

  static OidcProviders of(Environment environment) {
    Binder binder = Binder.get(environment);
    Map<String, Registration> registrations =
        binder
            .bind(CLIENT + "registration", Bindable.mapOf(String.class, Registration.class))
            .orElse(Map.of());
    Map<String, Provider> providers =
        binder
            .bind(CLIENT + "provider", Bindable.mapOf(String.class, Provider.class))
            .orElse(Map.of());
    List<ClientRegistration> found = new ArrayList<>();
    registrations.forEach((name, one) -> found.add(registration(name, one, providers)));
    return new OidcProviders(found);
  }

  private static ClientRegistration registration(
      String name, Registration registration, Map<String, Provider> providers) {
    Provider provider =
        providers.get(registration.provider() == null ? name : registration.provider());
    if (provider == null) {
      throw new StartupRefusedException(
          "%sregistration.%s has no %sprovider.%s.issuer-uri; nobody could log in by it"
              .formatted(CLIENT, name, CLIENT, name));
    }
    ClientRegistration.Builder builder =
        discovered(name, provider.issuerUri())
            .registrationId(name)
            .clientId(registration.clientId());
    if (registration.clientSecret() != null) {
      builder.clientSecret(registration.clientSecret());
    }
    return builder
        .scope(registration.scope() == null ? Set.of("openid", "profile") : registration.scope())
        .build();
  }

  private static ClientRegistration.Builder discovered(String name, String issuerUri) {
    try {
      return ClientRegistrations.fromIssuerLocation(issuerUri);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new StartupRefusedException(
          "%sprovider.%s.issuer-uri=%s does not answer as a provider of OpenID Connect; nobody could log in by it. Fix: see that GET %s/.well-known/openid-configuration answers from here, with that issuer in it"
              .formatted(CLIENT, name, issuerUri, issuerUri),
          e);
    }
  }

  List<LoginOffer.Provider> offered() {
    return registrations.stream()
        .map(
            one ->
                new LoginOffer.Provider(
                    one.getRegistrationId(), "/oauth2/authorization/" + one.getRegistrationId()))
        .toList();
  }
}
