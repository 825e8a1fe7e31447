package io.lockarbiter.trial.bench.console;

import java.util.List;

/**
 * The screens to measure, and for how long.
 *
 * @param screens by turns
 * @param locks held all the time
 * @param waiting requests that wait all the time
 * @param rate events a second
 */
record ConsoleSettings(List<String> screens, int locks, int waiting, int rate, int seconds) {}
