package dev.divvy.allocation.check;

/** A fault that was found, with the values that show it. */
public record Finding(Fault fault, String what) {

    @Override
    public String toString() {
        return fault + ": " + what;
    }
}
