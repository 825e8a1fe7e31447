package io.lockarbiter.trial.bench.hostile;

/**
 * Times and sizes of one script call.
 *
 * @param wallMicros time on the server from its start to its end, whatever else the machine did
 * @param processorMicros processor time of the server's main thread, with reading the arguments and
 *     writing the answer; −1 where the system does not tell
 * @param bytesIn keys and arguments
 * @param bytesOut answer
 */
record ScriptCall(long wallMicros, long processorMicros, long bytesIn, long bytesOut) {}
