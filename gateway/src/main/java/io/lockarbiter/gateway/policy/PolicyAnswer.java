package io.lockarbiter.gateway.policy;

/** An answer of a policy engine. */
enum PolicyAnswer {
  ALLOWED("allows it"),
  DENIED("answers false"),
  /** The document of the address has no value for this question. */
  UNDEFINED("answers without a result: no rule of the policy fits, or its address names none");

  private final String text;

  PolicyAnswer(String text) {
    this.text = text;
  }

  /** The answer in words that follow the engine's name. */
  String text() {
    return text;
  }
}
