package io.lockarbiter.console.security;

import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** What somebody may do; an operator may what a viewer may. */
public enum Role {
  /** Look. */
  VIEWER,
  /** End locks of others, with a reason. */
  OPERATOR;

  /** As Spring Security knows it. */
  public GrantedAuthority authority() {
    return new SimpleGrantedAuthority("ROLE_" + name());
  }
}
