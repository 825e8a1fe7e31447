package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.ArbiterHttp;
import io.lockarbiter.cli.connect.KafkaOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The arbiter that tells a command where to send, if it needs one for nothing else. */
final class ArbiterOption {
  @Option(
      names = "--arbiter",
      paramLabel = "URL",
      description =
          "Address of the HTTP side of any arbiter of the deployment, which tells the topics;"
              + " not asked if --prefix alone is given. Default: "
              + ArbiterHttp.BY_DEFAULT
              + ".")
  private @Nullable String arbiter;

  ArbiterOption() {}

  /**
   * The option of another deployment.
   *
   * @param arbiter null if it is not given
   */
  ArbiterOption(@Nullable String arbiter) {
    this.arbiter = arbiter;
  }

  /** The deployment that the options mean. */
  TargetDeployment deployment(KafkaOptions kafka, CommandSpec command) throws InterruptedException {
    if (arbiter == null && kafka.givenPrefix().isPresent()) {
      return new TargetDeployment(null, null, kafka.prefix());
    }
    return TargetDeployment.ofArbiter(
        arbiter == null ? ArbiterHttp.BY_DEFAULT : arbiter, kafka, command);
  }
}
