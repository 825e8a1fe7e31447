package io.lockarbiter.client.kafka;

import io.lockarbiter.client.ask.SendFailure;
import java.util.List;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Tells temporary failures of a producer from lasting ones. */
final class SendFailures {
  private static final List<Class<? extends Exception>> FINAL =
      List.of(
          RecordTooLargeException.class,
          SerializationException.class,
          AuthorizationException.class,
          AuthenticationException.class,
          InvalidTopicException.class,
          PolicyViolationException.class,
          UnsupportedVersionException.class);

  private SendFailures() {}

  /** Says whether the failure concerns only its own record. */
  static boolean isOfItsRecord(Exception failure) {
    return failure instanceof RecordTooLargeException || failure instanceof SerializationException;
  }

  /** Classifies a failure; one that is not known to last counts as temporary. */
  static SendFailure of(Exception failure) {
    return new SendFailure(
        failure.toString(), FINAL.stream().anyMatch(each -> each.isInstance(failure)));
  }
}
