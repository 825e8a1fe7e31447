package io.lockarbiter.trial.bench.decide;

/** Measures how much Redis spends. */
interface Cost {
  /** Unit of the figures, such as us. */
  String unit();

  /** The amount spent while {@code work} runs. */
  double of(Runnable work);
}
