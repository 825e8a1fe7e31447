package io.lockarbiter.console.security;

import io.lockarbiter.contracts.lock.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** The chain of filters that every request passes; it decides who may do what. */
public final class ConsoleSecurity {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleSecurity.class);

  /** The address to which name and password are sent. */
  static final String LOGIN = "/api/login";

  private static final String LOGOUT = "/api/logout";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private final LoginOffer offer;
  private final Role localRole;
  private final RateLimit loginLimit;
  private final @Nullable UserDetailsService users;
  private final @Nullable ClientRegistrationRepository registrations;
  private final OidcRoles oidcRoles;

  /**
   * Creates a chain.
   *
   * @param localRole role of every caller if no login is configured
   * @param users null if nobody logs in with a password
   * @param registrations null if nobody logs in by OpenID Connect
   */
  public ConsoleSecurity(
      LoginOffer offer,
      Role localRole,
      RateLimit loginLimit,
      @Nullable UserDetailsService users,
      @Nullable ClientRegistrationRepository registrations,
      OidcRoles oidcRoles) {
    this.offer = offer;
    this.localRole = localRole;
    this.loginLimit = loginLimit;
    this.users = users;
    this.registrations = registrations;
    this.oidcRoles = oidcRoles;
  }

  public SecurityFilterChain chain(HttpSecurity http) {
    http.authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers(HttpMethod.GET, "/api/session", "/api/openapi.json")
                    .permitAll()
                    .requestMatchers(HttpMethod.POST, LOGIN, LOGOUT)
                    .permitAll()
                    .requestMatchers(HttpMethod.POST, "/api/force", "/api/yield", "/api/hand-over")
                    .hasRole(Role.OPERATOR.name())
                    .requestMatchers(HttpMethod.GET, "/api/**")
                    .hasRole(Role.VIEWER.name())
                    .requestMatchers("/api/**")
                    .denyAll()
                    .requestMatchers(
                        HttpMethod.GET, "/", "/*.html", "/app/**", "/audit/**", "/lib/**", "/error")
                    .permitAll()
                    .requestMatchers("/error")
                    .permitAll()
                    .anyRequest()
                    .denyAll())
        .csrf(csrf -> csrf.csrfTokenRepository(tokens()).csrfTokenRequestHandler(new HeaderToken()))
        .requestCache(cache -> cache.disable())
        .headers(
            headers ->
                headers
                    .contentSecurityPolicy(policy -> policy.policyDirectives(POLICY))
                    .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER))
                    .frameOptions(frames -> frames.deny()))
        .exceptionHandling(
            failures ->
                failures
                    .authenticationEntryPoint(
                        (request, response, failure) ->
                            Problems.write(response, HttpStatus.UNAUTHORIZED, "log in first"))
                    .accessDeniedHandler(
                        (request, response, failure) ->
                            Problems.write(
                                response,
                                HttpStatus.FORBIDDEN,
                                "your role does not allow this, or the CSRF token of /api/session"
                                    + " is missing")));
    if (offer.isNeeded()) {
      http.addFilterBefore(
          new LoginLimit(loginLimit), OAuth2AuthorizationRequestRedirectFilter.class);
    } else {
      List<GrantedAuthority> local = Actor.authorities(localRole, "*");
      http.anonymous(anonymous -> anonymous.principal("local").authorities(local));
    }
    if (users != null) {
      passwords(http, users);
    }
    if (registrations != null) {
      http.oauth2Login(
          login ->
              login
                  .clientRegistrationRepository(registrations)
                  .authorizationEndpoint(
                      begin ->
                          begin
                              .authorizationRequestResolver(new KnownProviders(registrations))
                              .authorizationRequestRepository(
                                  new LoginUnderWay(registrations, System::nanoTime)))
                  .loginPage("/login.html")
                  .defaultSuccessUrl("/", true)
                  .failureHandler(
                      (request, response, failure) -> {
                        // Its text has what stands in the address, which anybody may call.
                        LOG.info(
                            "a login by OpenID Connect failed: {}",
                            VisibleText.line(String.valueOf(failure.getMessage())));
                        response.sendRedirect(OidcRoles.page(failure));
                      })
                  .tokenEndpoint(tokens -> tokens.accessTokenResponseClient(ProviderCalls.tokens()))
                  .userInfoEndpoint(user -> user.oidcUserService(oidcRoles.service())));
    }
    http.logout(
        logout ->
            logout
                .logoutUrl(LOGOUT)
                .logoutSuccessHandler(
                    (request, response, who) -> response.setStatus(HttpStatus.NO_CONTENT.value())));
    return http.build();
  }

  private static CookieCsrfTokenRepository tokens() {
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieCustomizer(cookie -> cookie.sameSite("Lax"));
    return tokens;
  }

  private void passwords(HttpSecurity http, UserDetailsService known) {
    http.userDetailsService(known)
        .formLogin(
            form ->
                form.loginPage("/login.html")
                    .loginProcessingUrl(LOGIN)
                    .successHandler(
                        (request, response, who) ->
                            response.setStatus(HttpStatus.NO_CONTENT.value()))
                    .failureHandler(
                        (request, response, failure) ->
                            Problems.write(
                                response,
                                HttpStatus.UNAUTHORIZED,
                                "name or password is not right")));
  }
}
