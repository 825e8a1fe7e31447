package io.lockarbiter.console.config;

import io.lockarbiter.console.security.ConsoleSecurity;
import io.lockarbiter.console.security.LoginOffer;
import io.lockarbiter.console.security.OidcRoles;
import io.lockarbiter.console.security.RateLimit;
import io.lockarbiter.console.security.UsersFile;
import io.lockarbiter.service.StartupRefusedException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;

/** Builds the login: who may log in, and by which methods. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityConfiguration.class);

  private final ConsoleProperties properties;
  private final Environment environment;

  SecurityConfiguration(ConsoleProperties properties, Environment environment) {
    this.properties = properties;
    this.environment = environment;
  }

  @Bean
  PasswordEncoder passwordEncoder() {
    return new BCryptPasswordEncoder();
  }

  @Bean
  OidcProviders oidcProviders() {
    return OidcProviders.of(environment);
  }

  @Bean
  LoginOffer loginOffer(OidcProviders providers) {
    LoginOffer offer = new LoginOffer(properties.usersFile() != null, providers.offered());
    if (!offer.isNeeded()) {
      requireLoopback();
      LOG.info(
          "nobody needs to log in: whoever reaches this machine's loopback address is \"local\", role {}. For a login set lockarbiter.console.users-file or spring.security.oauth2.client.*",
          properties.localRole());
    }
    return offer;
  }

  /** Refuses any address but loopback if no login is configured. */
  private void requireLoopback() {
    String address = environment.getProperty("server.address", "");
    try {
      if (!address.isBlank() && InetAddress.getByName(address).isLoopbackAddress()) {
        return;
      }
    } catch (UnknownHostException e) {
      // refused below
    }
    throw new StartupRefusedException(
        "server.address=%s is no loopback address, and no login is configured: anybody there could read every account. Fix: set lockarbiter.console.users-file, or spring.security.oauth2.client.*, or server.address=127.0.0.1"
            .formatted(address));
  }

  @Bean
  SecurityFilterChain chain(HttpSecurity http, LoginOffer offer, OidcProviders providers) {
    ConsoleProperties.OidcProperties oidc = properties.oidc();
    return new ConsoleSecurity(
            offer,
            properties.localRole(),
            new RateLimit(properties.loginsPerMinute(), System::nanoTime),
            users(),
            providers.registrations().isEmpty()
                ? null
                : new InMemoryClientRegistrationRepository(providers.registrations()),
            new OidcRoles(
                oidc.rolesClaim(),
                oidc.viewer(),
                oidc.operator(),
                oidc.accountsClaim(),
                oidc.nameClaim()))
        .chain(http);
  }

  private @Nullable UsersFile users() {
    return properties.usersFile() == null ? null : UsersFile.read(properties.usersFile());
  }
}
