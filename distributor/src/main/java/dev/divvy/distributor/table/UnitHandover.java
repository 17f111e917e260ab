package dev.divvy.distributor.table;

/** The handover of a unit to a service, its new owner. */
public record UnitHandover(String service, String unit) implements Comparable<UnitHandover> {

    private static final char COMMA = ',';

    /** Returns {@code service,unit}; neither name contains a comma. */
    public String text() {
        return service + COMMA + unit;
    }

    public static UnitHandover of(String text) {
        int comma = text.indexOf(COMMA);
        return new UnitHandover(text.substring(0, comma), text.substring(comma + 1));
    }

    @Override
    public int compareTo(UnitHandover other) {
        int byUnit = unit.compareTo(other.unit);
        return byUnit == 0 ? service.compareTo(other.service) : byUnit;
    }
}
