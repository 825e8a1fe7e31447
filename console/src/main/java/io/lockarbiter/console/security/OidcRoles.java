package io.lockarbiter.console.security;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Reads role and accounts from the claims of an identity; a user with neither role is not let in.
 *
 * @param rolesClaim a list, or words separated by spaces or commas, that contains {@code
 *     viewerValue} or {@code operatorValue}
 * @param accountsClaim patterns of accounts; without the claim the user sees none. Null = every
 *     account
 * @param nameClaim claim with the name that the log shows
 */
public record OidcRoles(
    String rolesClaim,
    String viewerValue,
    String operatorValue,
    @Nullable String accountsClaim,
    String nameClaim) {

  private static final String NO_ROLE = "role";
  private static final String NO_NAME = "name";

  /** Returns the address of the page that says why somebody was not let in. */
  static String page(AuthenticationException failure) {
    String why =
        failure instanceof OAuth2AuthenticationException known
            ? known.getError().getErrorCode()
            : "";
    return "/login.html?error" + (why.equals(NO_ROLE) || why.equals(NO_NAME) ? "=" + why : "");
  }

  OAuth2UserService<OidcUserRequest, OidcUser> service() {
    OidcUserService standard = new OidcUserService();
    standard.setOauth2UserService(ProviderCalls.users());
    return request -> {
      OidcUser user = standard.loadUser(request);
      List<GrantedAuthority> authorities =
          authorities(
              user.getClaim(rolesClaim),
              accountsClaim == null ? "*" : user.getClaim(accountsClaim));
      if (authorities.isEmpty()) {
        throw new OAuth2AuthenticationException(new OAuth2Error(NO_ROLE));
      }
      if (user.getClaim(nameClaim) == null) {
        throw new OAuth2AuthenticationException(new OAuth2Error(NO_NAME));
      }
      return new DefaultOidcUser(authorities, user.getIdToken(), user.getUserInfo(), nameClaim);
    };
  }

  List<GrantedAuthority> authorities(@Nullable Object roles, @Nullable Object accounts) {
    Set<String> values = words(roles);
    String visible = accounts == null ? "" : String.join(",", words(accounts));
    if (values.contains(operatorValue)) {
      return Actor.authorities(Role.OPERATOR, visible);
    }
    return values.contains(viewerValue) ? Actor.authorities(Role.VIEWER, visible) : List.of();
  }

  private static Set<String> words(@Nullable Object claim) {
    Set<String> words = new HashSet<>();
    if (claim instanceof Collection<?> list) {
      list.forEach(one -> words.add(String.valueOf(one)));
    } else if (claim != null) {
      words.addAll(List.of(String.valueOf(claim).split("[\\s,]+")));
    }
    return words;
  }
}
