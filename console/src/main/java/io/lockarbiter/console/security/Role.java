package io.lockarbiter.console.security;

import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** The roles; an operator may also do everything a viewer may. */
public enum Role {
  /** May look. */
  VIEWER,
  /** May also end locks of others, with a reason. */
  OPERATOR;

  /** Returns the role as an authority of Spring Security. */
  public GrantedAuthority authority() {
    return new SimpleGrantedAuthority("ROLE_" + name());
  }
}
