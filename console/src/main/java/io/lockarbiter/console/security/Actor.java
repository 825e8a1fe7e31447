package io.lockarbiter.console.security;

import io.lockarbiter.service.AccountPattern;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The caller of a request.
 *
 * @param name as it stands in the log
 * @param roles what he may do
 * @param accounts the accounts that he may see
 */
public record Actor(String name, Set<Role> roles, AccountPattern accounts) {
  private static final String ACCOUNTS = "ACCOUNTS_";

  /** Returns the caller of the current request. */
  public static Actor current() {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    return authentication == null
        ? new Actor("nobody", Set.of(), new AccountPattern(""))
        : of(authentication);
  }

  static Actor of(Authentication authentication) {
    Set<Role> roles = java.util.EnumSet.noneOf(Role.class);
    String accounts = "";
    for (GrantedAuthority granted : authentication.getAuthorities()) {
      String authority = String.valueOf(granted.getAuthority());
      for (Role role : Role.values()) {
        if (authority.equals(role.authority().getAuthority())) {
          roles.add(role);
        }
      }
      if (authority.startsWith(ACCOUNTS)) {
        accounts = authority.substring(ACCOUNTS.length());
      }
    }
    return new Actor(authentication.getName(), roles, new AccountPattern(accounts));
  }

  /** Returns the authorities under which Spring Security keeps role and accounts. */
  static java.util.List<GrantedAuthority> authorities(Role role, String accounts) {
    java.util.List<GrantedAuthority> authorities = new java.util.ArrayList<>();
    authorities.add(Role.VIEWER.authority());
    if (role == Role.OPERATOR) {
      authorities.add(Role.OPERATOR.authority());
    }
    authorities.add(
        new org.springframework.security.core.authority.SimpleGrantedAuthority(
            ACCOUNTS + accounts));
    return authorities;
  }

  /** Says whether he has a role. */
  public boolean is(Role role) {
    return roles.contains(role);
  }
}
