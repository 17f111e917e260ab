package dev.divvy.cli.chart;

import java.util.Locale;

/** A drawing that is being written: elements of SVG, one a line, with nothing that a viewer would have to fetch or run. */
final class Svg {

    /** Where a text stands to its point. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final StringBuilder xml = new StringBuilder();

    Svg(int width, int height, String title, String description) {
        xml.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\""
                        + " role=\"img\" font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n",
                width,
                height));
        xml.append("<title>").append(escaped(title)).append("</title>\n");
        xml.append("<desc>").append(escaped(description)).append("</desc>\n");
        xml.append(String.format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height));
    }

    Svg text(double x, double y, Anchor anchor, String style, String text) {
        xml.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n",
                x,
                y,
                anchor.name().toLowerCase(Locale.ROOT),
                style,
                escaped(text)));
        return this;
    }

    Svg line(double x1, double y1, double x2, double y2, String style) {
        xml.append(String.format(
                Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style));
        return this;
    }

    /** One line through many points, given as {@code x,y x,y ...}; the name is for those who read the file. */
    Svg polyline(String name, String points, String style) {
        xml.append(String.format(
                "<polyline points=\"%s\" fill=\"none\" %s><title>%s</title></polyline>\n",
                points, style, escaped(name)));
        return this;
    }

    String done() {
        return xml + "</svg>\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
