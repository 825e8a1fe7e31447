package io.lockarbiter.gateway.access;

import io.lockarbiter.service.AccountPattern;
import java.util.Set;

/**
 * A line of the rules file.
 *
 * @param accounts where it holds
 * @param isForSelf whether the subject acts in the name of the sub-account that is named as it
 * @param members further sub-accounts in whose name the subject acts
 * @param rights what it allows
 */
record Rule(
    String subject,
    AccountPattern accounts,
    boolean isForSelf,
    AccountPattern members,
    Set<Right> rights) {
  boolean allows(String account, String member, Right right) {
    return allows(account, right) && hasMember(member);
  }

  boolean allows(String account, Right right) {
    return rights.contains(right) && accounts.allows(account);
  }

  boolean hasMember(String member) {
    return (isForSelf && member.equals(subject)) || members.allows(member);
  }
}
