package io.lockarbiter.gateway.access;

import java.util.Set;

/**
 * The rights that a line of the rules file gives, and where.
 *
 * @param accounts where it holds
 * @param isForSelf whether the subject acts in the name of the sub-account that is named as it
 * @param members further sub-accounts in whose name the subject acts
 * @param rights what it allows
 */
record Rule(Names accounts, boolean isForSelf, Names members, Set<Right> rights) {
  boolean allows(Identity who, String account, String member, Right right) {
    return allows(who, account, right) && hasMember(who, member);
  }

  boolean allows(Identity who, String account, Right right) {
    return rights.contains(right) && accounts.contain(account, who);
  }

  private boolean hasMember(Identity who, String member) {
    return (isForSelf && member.equals(who.subject())) || members.contain(member, who);
  }
}
