package io.lockarbiter.console;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/**
 * A provider of OpenID Connect with a server, keys and logins of its own, under a host name of its
 * own. Every password is {@code secret}.
 */
record OidcProvider(ConfigurableApplicationContext context) implements AutoCloseable {
  private static final Map<String, Map<String, Object>> CLAIMS =
      Map.of(
          "olga",
              Map.of(
                  "login",
                  "olga.operator",
                  "roles",
                  List.of("staff", "operator"),
                  "accounts",
                  List.of("*")),
          "vera", Map.of("login", "vera.viewer", "roles", "viewer", "accounts", "acme*"),
          "none", Map.of("login", "none", "roles", List.of("staff")),
          "anon", Map.of("roles", List.of("operator")),
          "eve", Map.of("login", "eve", "roles", List.of("operator")));

  static OidcProvider start() {
    return new OidcProvider(
        new SpringApplicationBuilder(Configured.class)
            .web(WebApplicationType.SERVLET)
            .properties("spring.config.name=provider", "server.address=127.0.0.1")
            .run("--server.port=0"));
  }

  String issuer() {
    return "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
  }

  @Override
  public void close() {
    context.close();
  }

  /** Has no annotation of a configuration, or the console would find it. */
  @EnableAutoConfiguration
  @EnableWebSecurity
  static class Configured {
    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .formLogin(Customizer.withDefaults())
          .oauth2AuthorizationServer(server -> server.oidc(Customizer.withDefaults()))
          .build();
    }

    /** A client that must prove that it began the login (PKCE). */
    @Bean
    RegisteredClientRepository clients() {
      return new InMemoryRegisteredClientRepository(
          RegisteredClient.withId("console")
              .clientId("console")
              .clientSecret("{noop}client-secret")
              .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
              .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
              // By RFC 8252 any port of a loopback address is allowed.
              .redirectUri("http://127.0.0.1/login/oauth2/code/staff")
              .scope("openid")
              .scope("profile")
              .clientSettings(ClientSettings.builder().requireProofKey(true).build())
              .build());
    }

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(
          CLAIMS.keySet().stream()
              .map(name -> User.withUsername(name).password("{noop}secret").build())
              .toList());
    }

    @Bean
    JWKSource<SecurityContext> keys() throws JOSEException {
      return new ImmutableJWKSet<>(new JWKSet(new RSAKeyGenerator(2048).keyID("key").generate()));
    }

    @Bean
    JwtDecoder decoder(JWKSource<SecurityContext> keys) {
      return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
    }

    @Bean
    AuthorizationServerSettings settings() {
      return AuthorizationServerSettings.builder().build();
    }

    /** Puts claims about the user into his token; the token of {@code eve} names another issuer. */
    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> claims() {
      return context -> {
        if (!OidcParameterNames.ID_TOKEN.equals(context.getTokenType().getValue())) {
          return;
        }
        Authentication who = context.getPrincipal();
        String name = Objects.requireNonNull(who).getName();
        context
            .getClaims()
            .claims(claims -> claims.putAll(Objects.requireNonNull(CLAIMS.get(name))));
        if (name.equals("eve")) {
          context.getClaims().issuer("http://localhost:1/another");
        }
      };
    }
  }
}
