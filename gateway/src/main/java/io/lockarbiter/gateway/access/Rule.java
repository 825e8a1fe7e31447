package io.lockarbiter.gateway.access;

import io.lockarbiter.service.AccountPattern;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A line of the rules file.
 *
 * @param accounts where it holds
 * @param members the sub-accounts in whose name the subject acts; null = the one that is named as
 *     the subject
 * @param rights what it allows
 */
record Rule(
    String subject, AccountPattern accounts, @Nullable AccountPattern members, Set<Right> rights) {
  boolean allows(String account, String member, Right right) {
    return allows(account, right) && hasMember(member);
  }

  boolean allows(String account, Right right) {
    return rights.contains(right) && accounts.allows(account);
  }

  boolean hasMember(String member) {
    return members == null ? member.equals(subject) : members.allows(member);
  }
}
