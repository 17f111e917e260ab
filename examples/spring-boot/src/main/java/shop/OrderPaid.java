package shop;

/** An order was paid, for the first time or once more. */
public record OrderPaid(long order, int payment) {}
