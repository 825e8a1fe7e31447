package io.lockarbiter.gateway.access;

import io.lockarbiter.service.AccountPattern;

/**
 * A line of the rules file that is for tokens with a claim.
 *
 * @param values the values of the claim for which it is, as {@link Subject#encoded} writes them
 */
record ClaimRule(String claim, AccountPattern values, Rule rule) {
  static final String WORD = "claim";
  static final String BEGIN = WORD + ":";

  boolean isFor(Identity who) {
    return who.values(claim).stream().anyMatch(value -> values.allows(Subject.encoded(value)));
  }
}
