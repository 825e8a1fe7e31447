package io.lockarbiter.service;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a refused start as its message alone, without a stack trace. */
final class StartupFailureAnalyzer extends AbstractFailureAnalyzer<StartupRefusedException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StartupRefusedException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
  }
}
