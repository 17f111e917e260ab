package dev.divvy.allocation.check;

/** A fault that was found, with the values that show it. */
public record Finding(Fault fault, String detail) {

    @Override
    public String toString() {
        return fault + ": " + detail;
    }
}
