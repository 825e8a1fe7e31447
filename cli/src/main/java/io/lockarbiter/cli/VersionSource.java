package io.lockarbiter.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar's manifest. */
public final class VersionSource implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = VersionSource.class.getPackage().getImplementationVersion();
    return new String[] {
      "Lock Arbiter " + (version == null ? "(unpackaged)" : version),
      "Java " + Runtime.version() + ", " + System.getProperty("os.name")
    };
  }
}
