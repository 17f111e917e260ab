package dev.divvy.distributor.table;

/** A unit on its way to a service. */
public record UnitHandover(String service, String unit) implements Comparable<UnitHandover> {

    private static final char COMMA = ',';

    /** As {@code service,unit}: neither name has a comma. */
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
