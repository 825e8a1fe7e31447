package io.lockarbiter.trial.bench.decide;

/** What Redis spends on something. */
interface Cost {
  /** Unit of the figures, such as us. */
  String unit();

  /** What it spends while {@code work} runs. */
  double of(Runnable work);
}
