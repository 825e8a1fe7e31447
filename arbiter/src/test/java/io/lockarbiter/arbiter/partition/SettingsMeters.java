package io.lockarbiter.arbiter.partition;

/** Counts the meters of settings. */
final class SettingsMeters extends NoMeters {
  int refused;
  int drifts;

  @Override
  public void settingsRefused(int records) {
    refused += records;
  }

  @Override
  public void settingsDrifted() {
    drifts++;
  }
}
