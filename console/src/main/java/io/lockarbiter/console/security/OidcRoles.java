package io.lockarbiter.console.security;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * What claims of an identity say: who has neither role gets in nowhere.
 *
 * @param rolesClaim a list, or words by spaces or commas, in which {@code viewerValue} or {@code
 *     operatorValue} stands
 * @param accountsClaim patterns of accounts; where the claim is missing: none. Null = every account
 * @param nameClaim how the log names him
 */
public record OidcRoles(
    String rolesClaim,
    String viewerValue,
    String operatorValue,
    @Nullable String accountsClaim,
    String nameClaim) {

  OAuth2UserService<OidcUserRequest, OidcUser> service() {
    OidcUserService standard = new OidcUserService();
    return request -> {
      OidcUser user = standard.loadUser(request);
      return new DefaultOidcUser(
          authorities(
              user.getClaim(rolesClaim),
              accountsClaim == null ? "*" : user.getClaim(accountsClaim)),
          user.getIdToken(),
          user.getUserInfo(),
          nameClaim);
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
